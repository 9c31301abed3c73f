/** The values of a form, which survive leaving the screen and a restart. Change only the fields that differ. */
import { useState } from 'react'
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

export const useRememberedForm = <T extends Readonly<Record<string, FieldValue>>>(
  name: string,
  initial: T,
): [T, (change: Partial<T>) => void] => {
  const [stored, store] = useViewState(`practice.${name}`, '')
  // A field needs its text when the key's event ends; the view state follows a moment later.
  const [form, setForm] = useState(() => parseForm(stored, initial))
  const change = (part: Partial<T>): void => {
    const next = { ...form, ...part }
    setForm(next)
    store(JSON.stringify(next))
  }
  return [form, change]
}
