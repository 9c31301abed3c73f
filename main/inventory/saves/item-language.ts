/**
 * The language of an item's texts on the platform (PLT-33). A write in another language moves the record to it and replaces
 * the texts, so an item is saved in its own language unless the seller chooses another one.
 */
import type { JsonObject } from '../../../shared/inventory/json.ts'
import type { Deletion } from '../../../shared/inventory/save-preview.ts'

/** The record's language as a tag: `en_GB` is `en-GB`. Undefined if the platform names none. */
export const languageOf = (record: JsonObject | undefined): string | undefined => {
  const locale = record?.locale
  return typeof locale === 'string' && /^[a-z]{2}_[A-Z]{2}$/.test(locale) ? locale.replace('_', '-') : undefined
}

/** What a write in this language would replace, for the seller to confirm like a deletion; empty if nothing. */
export const listReplacedTexts = (
  remote: JsonObject | undefined,
  contentLanguage: string | undefined,
): readonly Deletion[] => {
  const own = languageOf(remote)
  if (own === undefined || contentLanguage === undefined || own === contentLanguage) return []
  const name = `The texts in ${own}: this save writes the item in ${contentLanguage}`
  return [{ id: JSON.stringify(['locale', own, contentLanguage]), name, path: ['locale'], old: own }]
}
