/**
 * Texts of which a person sees all (SEC-19). Pure.
 *
 * SECURITY: the seller decides by what is on screen. A text could hold more than that: characters that turn the direction of others or are
 * drawn as nothing, or a gap that pushes the rest out of sight.
 */
import type * as z from 'zod'

/** Joiners that scripts and emoji need, marks of direction that turn nothing else, and how an emoji is drawn. */
const NEEDED = '\\u200c\\u200d\\u200e\\u200f\\u061c\\ufe0e\\ufe0f'
const HIDDEN = new RegExp(
  `(?![\\t\\n\\r${NEEDED}])[\\p{Cc}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\u2800\\ufff9-\\ufffb]`,
  'gu',
)
/** More blanks than a form has, and more lines than a letter leaves free. */
const GAP = /[^\S\n]{40}|(?:[^\S\n]*\n){5}/

/** Without characters that no one sees. */
export const withoutHidden = (text: string): string => text.replace(HIDDEN, '')

const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** What of a text would not be seen, as a sentence; undefined if all of it is. */
export const findUnseen = (text: string): string | undefined => {
  const hidden = text.match(HIDDEN)?.[0]
  if (hidden !== undefined)
    return `A text has a character that no one sees (${codePointName(hidden)}). Write it without.`
  return GAP.test(text) ? 'A text has a gap in which its end is lost from sight. Write it without.' : undefined
}

/** Refuses a text of which the seller would not see all. */
export const shown = <S extends z.ZodType<string>>(text: S) =>
  text.refine((one) => findUnseen(one) === undefined, { error: ({ input }) => findUnseen(String(input)) })
