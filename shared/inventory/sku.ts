/** The SKU: the key of every inventory operation (document 1, section 2; INV-01). */
import * as z from 'zod'
import { countCharacters, SKU_MAX_CHARACTERS } from './limits.ts'

/** What the platform answers to a SKU that breaks the rule (document 1, section 7). */
export const SKU_ERROR_ID = 25002

const ALLOWED = `A SKU has 1 to ${SKU_MAX_CHARACTERS} characters: letters, digits, hyphen and underscore. (INV-01, error ${SKU_ERROR_ID})`

/**
 * What is wrong with a SKU, or undefined when nothing is (INV-01).
 *
 * Letters are those of ASCII: the documents do not say, and a letter that a platform would refuse must not be found out by
 * a call that counts against the day.
 */
export const skuProblem = (sku: string): string | undefined => {
  if (sku === '') return `The SKU is empty. ${ALLOWED}`
  const length = countCharacters(sku)
  if (length > SKU_MAX_CHARACTERS) return `The SKU has ${length} characters. ${ALLOWED}`
  const forbidden = /[^A-Za-z0-9_-]/u.exec(sku)?.[0]
  if (forbidden === undefined) return undefined
  const named = /\s/u.test(forbidden) ? 'a space' : `"${forbidden}"`
  return `The SKU "${sku}" holds ${named}. ${ALLOWED}`
}

/** A SKU in a call's input. */
export const skuSchema = z.string().superRefine((sku, ctx) => {
  const problem = skuProblem(sku)
  if (problem !== undefined) ctx.addIssue({ code: 'custom', message: problem })
})

export type SkuList = {
  /** Good ones, each once, in the order they came. Never read as numbers: `000123` stays as it is. */
  readonly skus: readonly string[]
  readonly problems: readonly { readonly text: string; readonly message: string }[]
}

/** Reads a typed or pasted list: one a line, or parted by spaces, tabs, commas or semicolons. */
export const parseSkuList = (text: string): SkuList => {
  const skus = new Set<string>()
  const problems = new Map<string, string>()
  for (const word of text.split(/[\s,;]+/u)) {
    if (word === '') continue
    const problem = skuProblem(word)
    if (problem === undefined) skus.add(word)
    else problems.set(word, problem)
  }
  return { skus: [...skus], problems: [...problems].map(([word, message]) => ({ text: word, message })) }
}
