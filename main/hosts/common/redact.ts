/**
 * Removes secrets from log fields.
 *
 * SECURITY: features never log secrets; this is a second barrier, which checks field names and text patterns at any
 * depth.
 */
const secretName =
  /token|secret|password|passphrase|authoriz|cookie|signature|challenge|credential|api[-_]?key|private[-_]?key|^code$|verifier/i
const MAX_TEXT_LENGTH = 4000
const MAX_DEPTH = 6
const MAX_ENTRIES = 100

export const hidden = '[hidden]'

/** Masks credentials, and removes the query and user info from every address in `text`. */
export const redactText = (text: string): string =>
  text
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/\b(Bearer|Basic)\s+[\w+/=.~^#-]+/gi, `$1 ${hidden}`)
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, `$1${hidden}@`)
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/gi, `$1?${hidden}`)

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '[function]' : value
  if (depth >= MAX_DEPTH) return '[deeper]'
  if (value instanceof Date) return value
  if (value instanceof Error) {
    return {
      name: value.name,
      message: redactText(value.message),
      stack: redactText(value.stack ?? ''),
      ...('code' in value ? { code: redactValue(value.code, depth + 1) } : {}),
      ...(value.cause === undefined ? {} : { cause: redactValue(value.cause, depth + 1) }),
    }
  }
  // Bytes may contain a response body.
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((item) => redactValue(item, depth + 1))
  return redactEntries(Object.entries(value), depth)
}

const redactEntries = (entries: readonly (readonly [string, unknown])[], depth: number): Record<string, unknown> =>
  Object.fromEntries(
    entries
      .slice(0, MAX_ENTRIES)
      .map(([name, value]) => [name, secretName.test(name) ? hidden : redactValue(value, depth + 1)]),
  )

export const redactFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  redactEntries(Object.entries(fields), 0)
