/**
 * The values of a form, which survive leaving the screen and a restart. Change only the fields that differ; after an answer,
 * change them by a function of the current values.
 */
import { useRef, useState } from 'react'
import { useViewState } from '../api/use-view-state.ts'

type FieldValue = string | number | boolean | null

/** A field's stored value has the type of its initial value, or is null for an empty field. */
const isFieldValue = (value: unknown, initial: FieldValue): value is FieldValue =>
  value === null || typeof value === (initial === null ? 'string' : typeof initial)

const parseRecord = (stored: string): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(stored))
  } catch {
    // Nothing is stored yet, or the stored text was edited by hand.
    return {}
  }
}

const parseForm = <T extends Readonly<Record<string, FieldValue>>>(stored: string, initial: T): T => {
  const values = parseRecord(stored)
  const known = Object.entries(initial).map(([name, value]) => [
    name,
    isFieldValue(values[name], value) ? values[name] : value,
  ])
  return Object.fromEntries(known) as T
}

/** A form that names something of a shop has its key in `shopViewKeys`. */
export const useRememberedForm = <T extends Readonly<Record<string, FieldValue>>>(
  name: string,
  initial: T,
): [T, (change: Partial<T> | ((now: T) => Partial<T>)) => void] => {
  const [stored, store] = useViewState(`practice.${name}`, '')
  // A field needs its text when the key's event ends; the view state follows a moment later.
  const [form, setForm] = useState(() => parseForm(stored, initial))
  // The form may have changed while an answer was awaited.
  const latest = useRef(form)
  const change = (part: Partial<T> | ((now: T) => Partial<T>)): void => {
    const next = { ...latest.current, ...(typeof part === 'function' ? part(latest.current) : part) }
    latest.current = next
    setForm(next)
    store(JSON.stringify(next))
  }
  return [form, change]
}
