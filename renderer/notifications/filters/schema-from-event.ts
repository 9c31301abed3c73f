/** Derives a filter from a captured event: the type of each field, nothing required. */

const typeName = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}

const toSchema = (value: unknown): Readonly<Record<string, unknown>> => {
  const type = typeName(value)
  if (Array.isArray(value)) return value.length === 0 ? { type } : { type, items: toSchema(value[0]) }
  if (typeof value !== 'object' || value === null) return { type }
  const properties = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toSchema(inner)]))
  return { type, properties }
}

/** Indented JSON Schema for an event's JSON text; an empty object schema if the text can't be parsed. */
export const schemaFromEvent = (text: string): string => {
  try {
    return JSON.stringify(toSchema(JSON.parse(text)), null, 2)
  } catch {
    return '{\n  "type": "object"\n}'
  }
}
