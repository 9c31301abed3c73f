/**
 * The variables of a mapping start as a template (MAP-15): JSON with placeholders, because the mutation's input is
 * undocumented. A list with one element is repeated: for each product, and inside it for each picture or item specific.
 */
import * as z from 'zod'

const productPlaceholders = ['externalProductId', 'sku', 'title', 'images', 'aspects'] as const
const innerPlaceholders = ['image', 'aspectName', 'aspectValues'] as const
export const startPlaceholders = [...productPlaceholders, ...innerPlaceholders] as const

/** The name in a text that is one placeholder, such as `{{sku}}`. */
export const findPlaceholder = (text: string): string | undefined => /^\{\{(.*)\}\}$/.exec(text)?.[1]

export const defaultStartVariables = JSON.stringify(
  { input: { externalProducts: [Object.fromEntries(productPlaceholders.map((name) => [name, `{{${name}}}`]))] } },
  null,
  2,
)

const findProblem = (text: string): string | undefined => {
  let template: unknown
  try {
    template = JSON.parse(text)
  } catch {
    return 'The variables aren’t valid JSON. Check quotes, commas and braces'
  }
  if (typeof template !== 'object' || template === null || Array.isArray(template))
    return 'The variables must be one JSON object, beginning with { and ending with }'
  const names = [...text.matchAll(/"\{\{(.*?)\}\}"/g)].map(([, name = '']) => name)
  const unknown = names.find((name) => !startPlaceholders.some((known) => known === name))
  if (unknown !== undefined)
    return `{{${unknown}}} isn’t known. Use ${startPlaceholders.map((name) => `{{${name}}}`).join(', ')}`
  if (text.replace(/"\{\{\w+\}\}"/g, '').includes('{{'))
    return 'A placeholder must be a whole value, such as "title": "{{title}}"'
  return names.includes('externalProductId') || names.includes('sku')
    ? undefined
    : 'Use {{externalProductId}} or {{sku}}: without either, no result can be matched to its product'
}

/** Empty: the platform has its own form. */
export const startVariablesSchema = z
  .string()
  .max(20_000, 'The variables are longer than 20,000 characters')
  .superRefine((text, ctx) => {
    const message = text === '' ? undefined : findProblem(text)
    if (message !== undefined) ctx.addIssue({ code: 'custom', message })
  })
