/** Keeps second presses from controls that they weren't meant for; see `press-guard.ts`. */
import { useEffect } from 'react'
import { nameControl } from './focus-memory.ts'
import { createPressGuard, type PressTarget } from './press-guard.ts'

/** What a press acts on. Rows of a list aren't among them: archiving one after the other with the pointer at rest is quick work. */
const PRESSED = 'button, a[href], [role=button], [role=menuitem], [role=tab], summary'

/** How long a mouse button is held at most until its click. */
const FOLLOWS_MS = 1_000

const controlAt = (target: EventTarget | null): PressTarget | undefined => {
  const control = target instanceof Element ? target.closest<HTMLElement>(PRESSED) : null
  return control === null ? undefined : { name: nameControl(control) }
}

const swallow = (event: Event): void => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

export const usePressGuard = (): void => {
  useEffect(() => {
    const guard = createPressGuard()
    /** The press that isn't taken, with the events that follow from it. */
    let swallowed: number | undefined
    const press = (event: PointerEvent): void => {
      const at = { x: event.clientX, y: event.clientY }
      swallowed = guard.takesPress(at, controlAt(event.target), event.timeStamp) ? undefined : event.timeStamp
      if (swallowed !== undefined) swallow(event)
    }
    const follow = (event: Event): void => {
      if (swallowed !== undefined && event.timeStamp - swallowed < FOLLOWS_MS) swallow(event)
    }
    const key = (event: KeyboardEvent): void => {
      swallowed = undefined
      if (!guard.takesKey(event.key, event.repeat, controlAt(event.target))) swallow(event)
    }
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    window.addEventListener('pointerdown', press, options)
    for (const type of ['mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const)
      window.addEventListener(type, follow, options)
    window.addEventListener('keydown', key, options)
    return () => stop.abort()
  }, [])
}
