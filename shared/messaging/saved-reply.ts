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

/** Variables about the buyer's order (ORD-05). */
const orderVariableNames = ['order', 'carrier', 'tracking', 'shipBy', 'delivery'] as const
export const variableNames = ['buyer', 'item', 'subject', ...orderVariableNames] as const
export type VariableName = (typeof variableNames)[number]

/** Absent, null or blank if the value is unknown. */
export type VariableValues = Readonly<Partial<Record<VariableName, string | null>>>
export type OrderValues = Pick<VariableValues, (typeof orderVariableNames)[number]>

/** A placeholder without a value, with its position in the typed text. */
type Unresolved = { readonly placeholder: string; readonly start: number; readonly end: number }

export type Resolved = {
  readonly text: string
  readonly unresolved: readonly Unresolved[]
}

const variable = /\{\{([^{}]*)\}\}/gu
const anyPlaceholder = /\{\{[\s\S]*?\}\}/u

/** Capitals don't matter. */
const findName = (typed: string): VariableName | undefined =>
  variableNames.find((name) => name.toLowerCase() === typed.trim().toLowerCase())

/**
 * Replaces variables with their values, or with a fallback, which may be empty. `unresolved` is empty exactly when the
 * result contains no `{{…}}`. Values are not scanned for variables: a buyer named `{{item}}` makes the text unresolved.
 */
export const resolveText = (typed: string, values: VariableValues): Resolved => {
  const unresolved: Unresolved[] = []
  const text = typed.replace(variable, (placeholder: string, inside: string, start: number) => {
    const bar = inside.indexOf('|')
    const name = findName(bar < 0 ? inside : inside.slice(0, bar))
    const value = name === undefined ? '' : (values[name] ?? '').trim()
    if (value === '' && (name === undefined || bar < 0)) {
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
