/** Focuses the first field of a step, so that the keyboard continues there. */
import { type RefObject, useEffect } from 'react'

export const useStepFocus = (form: RefObject<HTMLElement | null>, step: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own fields
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('button, input, textarea') ?? [])]
    // A select's hidden form field is a pixel wide.
    fields.find((field) => field.tabIndex >= 0 && field.offsetWidth > 1)?.focus({ preventScroll: true })
  }, [form, step])
}
