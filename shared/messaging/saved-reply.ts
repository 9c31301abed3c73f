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

export type Resolved = { readonly text: string; readonly unresolved: readonly Unresolved[] }

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
    if (value !== '') text += value
    else if (isName(name) && bar >= 0) text += inside.slice(bar + 1).trim()
    else {
      unresolved.push(place)
      text += placeholder
    }
  }
  text += typed.slice(from)
  if (unresolved.length === 0 && hasPlaceholder(text)) {
    // Braces within braces, or a value with braces of its own.
    const odd = anyPlaceholder.exec(typed)
    const start = odd?.index ?? 0
    unresolved.push({ placeholder: anyPlaceholder.exec(text)?.[0] ?? '', start, end: start + (odd?.[0].length ?? 0) })
  }
  return { text, unresolved }
}
