/** The SKU, the key of every inventory operation (INV-01). */
import * as z from 'zod'
import { countCharacters, MAX_SKU_CHARACTERS } from './limits.ts'

/** The help topic that explains `skuProblem`. */
export const SKU_TOPIC = 'INV-01'

const ALLOWED = `Use 1 to ${MAX_SKU_CHARACTERS} characters: letters, digits, hyphens and underscores.`

/**
 * What is wrong with a SKU, or undefined (INV-01). Allows ASCII letters only: a letter that the platform may refuse
 * must not use up one of the day's changes.
 */
export const skuProblem = (sku: string): string | undefined => {
  if (sku === '') return `The SKU is empty. ${ALLOWED}`
  const length = countCharacters(sku)
  if (length > MAX_SKU_CHARACTERS) return `The SKU has ${length} characters. ${ALLOWED}`
  const forbidden = /[^A-Za-z0-9_-]/u.exec(sku)?.[0]
  if (forbidden === undefined) return undefined
  return `The SKU “${sku}” contains ${/\s/u.test(forbidden) ? 'a space' : `“${forbidden}”`}. ${ALLOWED}`
}

export const skuSchema = z.string().superRefine((sku, ctx) => {
  const problem = skuProblem(sku)
  if (problem !== undefined) ctx.addIssue({ code: 'custom', message: problem })
})

/** Longer than any SKU that a platform lists. */
const MAX_LISTED_CHARACTERS = 200

/**
 * A SKU that may exist on the platform, with any characters: other tools and the platform's own pages make SKUs that INV-01
 * forbids, and they can be opened, changed, listed and removed all the same (PLT-39). INV-01 binds new SKUs only.
 */
export const listedSkuSchema = z.string().min(1, 'The SKU is empty.').max(MAX_LISTED_CHARACTERS)

type SkuList = {
  /** Valid SKUs in order, without duplicates. Never parsed as numbers: `000123` keeps its zeros. */
  readonly skus: readonly string[]
  readonly problems: readonly { readonly text: string; readonly message: string }[]
}

/** Reads a typed or pasted list, separated by lines, tabs, commas or semicolons. Spaces don't separate: they make a SKU invalid. */
export const parseSkuList = (text: string): SkuList => {
  const skus = new Set<string>()
  const problems = new Map<string, string>()
  for (const part of text.split(/[\t\r\n,;]+/u)) {
    const sku = part.trim()
    if (sku === '') continue
    const problem = skuProblem(sku)
    if (problem === undefined) skus.add(sku)
    else problems.set(sku, problem)
  }
  return { skus: [...skus], problems: [...problems].map(([bad, message]) => ({ text: bad, message })) }
}
