import { UserError } from '../core/failure.ts';

const codes = [
  'EACCES',
  'EDQUOT',
  'EEXIST',
  'EFBIG',
  'EIO',
  'EISDIR',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
];

/** What the disk says when a folder cannot be written to, as a UserError, since it is the user's to settle; any other error as it is. */
export function diskError(error: unknown, folder: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !codes.includes(code)) return error;
  return new UserError(
    `Cannot write to ${folder}: expected a folder with room and permission to write, found ${message}; what was recorded is kept, run again to resume`,
  );
}
