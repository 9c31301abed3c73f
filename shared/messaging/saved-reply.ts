/** Saved replies and their variables: `{{buyer}}`, or with a fallback `{{buyer|there}}`. */
import * as z from 'zod'

export const savedReplySchema = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  /** ISO 639-1; null for any. */
  language: z.string().nullable(),
})
export type SavedReply = z.infer<typeof savedReplySchema>

export const variableNames = ['buyer', 'item', 'subject'] as const
type VariableName = (typeof variableNames)[number]

/** Null or blank if the value is unknown. */
export type VariableValues = Readonly<Record<VariableName, string | null>>

/** A placeholder without a value, with its position in the typed text. */
type Unresolved = { readonly placeholder: string; readonly start: number; readonly end: number }

export type Resolved = {
  readonly text: string
  readonly unresolved: readonly Unresolved[]
}

const variable = /\{\{([^{}]*)\}\}/gu
const anyPlaceholder = /\{\{[\s\S]*?\}\}/u

const isName = (name: string): name is VariableName => (variableNames as readonly string[]).includes(name)

/**
 * Replaces variables with their values, or with a fallback, which may be empty. `unresolved` is empty exactly when the
 * result contains no `{{…}}`. Values are not scanned for variables: a buyer named `{{item}}` makes the text unresolved.
 */
export const resolveText = (typed: string, values: VariableValues): Resolved => {
  const unresolved: Unresolved[] = []
  const text = typed.replace(variable, (placeholder: string, inside: string, start: number) => {
    const bar = inside.indexOf('|')
    const name = (bar < 0 ? inside : inside.slice(0, bar)).trim().toLowerCase()
    const value = isName(name) ? (values[name] ?? '').trim() : ''
    if (value === '' && (!isName(name) || bar < 0)) {
      unresolved.push({ placeholder, start, end: start + placeholder.length })
      return placeholder
    }
    return value === '' ? inside.slice(bar + 1).trim() : value
  })
  const left = anyPlaceholder.exec(text)
  if (unresolved.length === 0 && left !== null) {
    // Nested braces, or a value that contains braces.
    const source = anyPlaceholder.exec(typed)
    const start = source?.index ?? 0
    unresolved.push({ placeholder: left[0], start, end: start + (source?.[0].length ?? 0) })
  }
  return { text, unresolved }
}
