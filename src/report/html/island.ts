import { piecesOf } from './markup.ts';
import type { Html } from './markup.ts';

/** Markup that the script puts into the page when it is asked for, each piece that recurs written once. */
export interface Island {
  /** Keeps markup under the next number, counted from 0; `ids` are the anchors in it. */
  readonly keep: (content: Html, ids: readonly string[]) => number;
  /** The inert element that holds it as JSON, without a character that means anything to HTML. */
  readonly block: () => string;
}

const escaped = (character: string): string => `\\u00${character.charCodeAt(0).toString(16)}`;

/** The same text by itself: a piece of a text keeps the whole of it in memory. */
const alone = (piece: string): string => JSON.parse(JSON.stringify(piece)) as string;

/** An island without anything on it. */
export function createIsland(): Island {
  const places = new Map<string, number>();
  const boxes: (readonly number[])[] = [];
  const anchors: (readonly string[])[] = [];
  const placeOf = (piece: string): number => {
    const known = places.get(piece);
    if (known !== undefined) return known;
    places.set(alone(piece), places.size);
    return places.size - 1;
  };
  return {
    keep: (content, ids) => {
      anchors.push(ids);
      return boxes.push(piecesOf(content).map(placeOf)) - 1;
    },
    block: () => {
      const json = JSON.stringify({ pieces: [...places.keys()], boxes, anchors });
      return `<template id="evidence">${json.replace(/[<>&]/g, escaped)}</template>`;
    },
  };
}
