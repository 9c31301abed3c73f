/** Keeps presses from controls that they weren't meant for; see `press-guard.ts`. */
import { useEffect } from 'react'
import { nameControl } from './focus-memory.ts'
import { createPressGuard, type PressTarget } from './press-guard.ts'

/** What a press acts on. Rows of a list aren't among them: archiving one after the other with the pointer at rest is quick work. */
const PRESSED = 'button, a[href], [role=button], [role=menuitem], [role=tab], summary'

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
    let isSwallowing = false
    const track = (event: PointerEvent): void =>
      guard.point({ x: event.clientX, y: event.clientY }, controlAt(event.target), event.timeStamp)
    const press = (event: PointerEvent): void => {
      track(event)
      isSwallowing = event.pointerType === 'mouse' && !guard.takesPress(event.timeStamp)
      if (isSwallowing) swallow(event)
    }
    const follow = (event: Event): void => {
      if (isSwallowing) swallow(event)
    }
    const key = (event: KeyboardEvent): void => {
      if (!guard.takesKey(event.key, event.repeat, controlAt(event.target))) swallow(event)
    }
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    for (const type of ['pointermove', 'pointerover'] as const) window.addEventListener(type, track, options)
    window.addEventListener('pointerdown', press, options)
    for (const type of ['mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const)
      window.addEventListener(type, follow, options)
    window.addEventListener('keydown', key, options)
    return () => stop.abort()
  }, [])
}
