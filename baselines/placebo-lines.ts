import { createRng } from '../harness/core/rng.ts';

/** Advice on a kitchen garden, some 39,000 tokens of lines that differ: sound, concrete, and of no use to any suite. */
export function placeboLines(): readonly string[] {
  const lines = crops.flatMap((crop) =>
    seasons.flatMap((season) => chores.map((chore) => `${season}, ${chore.replace('{crop}', crop)}.`)),
  );
  return createRng('placebo').shuffle(lines);
}

const crops = [
  'beetroot',
  'broad beans',
  'cabbages',
  'carrots',
  'celery',
  'chard',
  'cucumbers',
  'fennel',
  'garlic',
  'kale',
  'leeks',
  'lettuces',
  'onions',
  'parsnips',
  'peas',
  'peppers',
  'pumpkins',
  'radishes',
  'spinach',
  'tomatoes',
];
const seasons = [
  'After the last frost',
  'At midsummer',
  'Before the first snow',
  'Early in spring',
  'In a dry August',
  'In a wet autumn',
  'Late in winter',
  'While nights are cold',
];
const chores = [
  'water {crop} at dawn and keep the leaves dry',
  'sow {crop} two fingers deep in rows a hand apart',
  'thin {crop} until no two plants touch',
  'lay straw around {crop} so that slugs stay away',
  'dig compost into the bed that {crop} will have',
  'cover {crop} with fleece from dusk to dawn',
  'tie {crop} loosely to hazel sticks',
  'hoe between {crop} on sunny mornings',
  'pick {crop} young and eat them the same evening',
  'feed {crop} with nettle brew once a fortnight',
  'move {crop} to a bed that had clover last year',
  'save seed of {crop} from the sturdiest plant',
  'look under the leaves of {crop} for eggs of the white butterfly',
  'give {crop} the corner that is out of the wind',
  'store {crop} in sand, in a cellar without light',
];
