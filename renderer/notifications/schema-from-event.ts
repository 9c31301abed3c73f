/** A filter to begin with: it takes what looks like one captured event, field by field, and demands nothing yet. */

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

const schemaOf = (value: unknown): Readonly<Record<string, unknown>> => {
  const type = typeOf(value)
  if (Array.isArray(value)) return value.length === 0 ? { type } : { type, items: schemaOf(value[0]) }
  if (typeof value === 'object' && value !== null) {
    return {
      type,
      properties: Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)])),
    }
  }
  return { type }
}

/** JSON Schema text, indented, for an event's JSON text; a plain one where that cannot be read. */
export const schemaFromEvent = (text: string): string => {
  try {
    return JSON.stringify(schemaOf(JSON.parse(text)), null, 2)
  } catch {
    return '{\n  "type": "object"\n}'
  }
}
