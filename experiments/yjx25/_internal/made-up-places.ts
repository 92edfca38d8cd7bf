import type { MeaningAndText } from "../../../src/training/text/load-e2e.js";

/** Words that places are described with. */
export interface PlaceWords {
  readonly kinds: readonly string[];
  readonly names: readonly string[];
  readonly foods: readonly string[];
  readonly areas: readonly string[];
}

/** Meanings, and the texts that say them, of places that nobody made: every combination of the words. */
export const PRIVATE_WORDS: PlaceWords = {
  kinds: words("Old Red Blue Golden Green"),
  names: words("Mill Eagle Swan Crown Oak Bell Lion Star"),
  foods: words("French Italian Indian Chinese Thai Greek Turkish Polish Japanese Cuban"),
  areas: words("centre riverside harbour suburbs market"),
};

/** Others, so that what is learned of them is how a meaning is put into words. */
export const PUBLIC_WORDS: PlaceWords = {
  kinds: words("Royal Silver Little Grand New"),
  names: words("Plough Bear Anchor Rose Castle Fox Ship Tower"),
  foods: words("English Spanish Korean Mexican Danish Russian Irish Syrian Peruvian Lebanese"),
  areas: words("village station park castle school"),
};

/** A meaning with every text that says it. */
export interface Place {
  readonly meaning: string;
  readonly texts: readonly string[];
}

/** All places of these words. */
export function placesOf({ kinds, names, foods, areas }: PlaceWords): Place[] {
  return kinds.flatMap((kind) =>
    names.flatMap((noun) =>
      foods.flatMap((food) => areas.map((area) => placeOf(`${kind} ${noun}`, food, area))),
    ),
  );
}

/** A row for each text, as the E2E challenge's tables have them. */
export function rowsOf(places: readonly Place[]): MeaningAndText[] {
  return places.flatMap(({ meaning, texts }) => texts.map((text) => ({ meaning, text })));
}

function placeOf(name: string, food: string, area: string): Place {
  return {
    meaning: `name[${name}], food[${food}], area[${area}]`,
    texts: [
      `${name} serves ${food} food near the ${area}.`,
      `${name} near the ${area} offers ${food} food.`,
      `Near the ${area}, ${name} has ${food} food.`,
      `For ${food} food go to ${name} near the ${area}.`,
    ],
  };
}

function words(text: string): string[] {
  return text.split(" ");
}
