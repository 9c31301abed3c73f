/**
 * Saved replies and their variables: `{{buyer}}`, or with a fallback `{{buyer|there}}`.
 *
 * A draft may hold them as they were typed; what leaves never does. Pure functions, so that the composer counts and shows
 * exactly what main will send.
 */
import * as z from 'zod'

export const savedReplySchema = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  changedAtMs: z.number(),
})
export type SavedReply = z.infer<typeof savedReplySchema>

export const variableNames = ['buyer', 'item', 'subject'] as const
export type VariableName = (typeof variableNames)[number]

/** What is known where the message goes; null or blank where it is not. */
export type VariableValues = Readonly<Record<VariableName, string | null>>

/** A variable that stands for nothing here, and where it stands in the text as it was typed. */
export type Unresolved = { readonly placeholder: string; readonly start: number; readonly end: number }

/** A variable as it was typed, and what stands in its place. */
export type Filled = { readonly placeholder: string; readonly value: string }

export type Resolved = {
  readonly text: string
  readonly unresolved: readonly Unresolved[]
  /** Each different placeholder once, in the order of the text. */
  readonly filled: readonly Filled[]
}

/** The same each time: what draws it is not drawn anew with every key. */
const noneFilled: readonly Filled[] = []

const variable = /\{\{([^{}]*)\}\}/gu
/** Anything between two pairs of braces, a variable of ours or not. */
const anyPlaceholder = /\{\{[\s\S]*?\}\}/u

/** Whether a text holds `{{…}}`. Such a text never leaves. */
export const hasPlaceholder = (text: string): boolean => anyPlaceholder.test(text)

const isName = (name: string): name is VariableName => (variableNames as readonly string[]).includes(name)

/**
 * Puts values in the place of variables; a fallback stands in where there is no value, and may be empty.
 *
 * What cannot be resolved stays as it is and is named with its place. A value is never read for variables again: a buyer who
 * calls themselves `{{item}}` is a text that cannot leave, not a variable.
 */
export const resolveText = (typed: string, values: VariableValues): Resolved => {
  const unresolved: Unresolved[] = []
  const filled = new Map<string, string>()
  let text = ''
  let from = 0
  for (const match of typed.matchAll(variable)) {
    const [placeholder, inside = ''] = match
    const bar = inside.indexOf('|')
    const name = (bar < 0 ? inside : inside.slice(0, bar)).trim().toLowerCase()
    const value = isName(name) ? (values[name] ?? '').trim() : ''
    const place = { placeholder, start: match.index, end: match.index + placeholder.length }
    text += typed.slice(from, place.start)
    from = place.end
    if (value === '' && (!isName(name) || bar < 0)) {
      unresolved.push(place)
      text += placeholder
      continue
    }
    const standsFor = value === '' ? inside.slice(bar + 1).trim() : value
    filled.set(placeholder, standsFor)
    text += standsFor
  }
  text += typed.slice(from)
  if (unresolved.length === 0 && hasPlaceholder(text)) {
    // Braces within braces, or a value with braces of its own.
    const odd = anyPlaceholder.exec(typed)
    const start = odd?.index ?? 0
    unresolved.push({ placeholder: anyPlaceholder.exec(text)?.[0] ?? '', start, end: start + (odd?.[0].length ?? 0) })
  }
  if (filled.size === 0) return { text, unresolved, filled: noneFilled }
  return { text, unresolved, filled: [...filled].map(([placeholder, value]) => ({ placeholder, value })) }
}
