const faults: { readonly [code: string]: string } = {
  ENOENT: 'no such file or folder',
  EISDIR: 'a folder',
  ENOTDIR: 'a file where a folder should be',
  EEXIST: 'something that is there already',
  EACCES: 'no permission',
  EPERM: 'no permission',
  ENOSPC: 'no room left on the disk',
  EDQUOT: 'no room left in the quota',
  EFBIG: 'a limit on the size of files',
  EROFS: 'a read-only disk',
};

/** What the file system says, in words: `no such file or folder` for ENOENT. */
export function fileFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code === undefined ? undefined : faults[code]) ?? message ?? String(error);
}
