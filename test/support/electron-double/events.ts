/** Shared by the parts of the double: preventable events, and errors for missing members. */
import type { EventEmitter } from 'node:events'
import type { Event } from 'electron'

export const newEvent = <Params extends object>(params: Params): Event<Params> => {
  let prevented = false
  const preventDefault = (): void => {
    prevented = true
  }
  return Object.defineProperties({ ...params, preventDefault } as Event<Params>, {
    defaultPrevented: { get: () => prevented },
  })
}

/** Emits `name` with an event as Electron does. Returns true if a listener called `preventDefault`. */
export const isPrevented = <Params extends object>(
  emitter: EventEmitter,
  name: string,
  params: Params,
  ...args: readonly unknown[]
): boolean => {
  const event = newEvent(params)
  emitter.emit(name, event, ...args)
  return event.defaultPrevented
}

/** Properties that JavaScript itself reads from any object. */
const askedByTheLanguage: ReadonlySet<string> = new Set([
  'then',
  'toJSON',
  'default',
  '__esModule',
  'constructor',
  'prototype',
])

/** Throws a clear error if the app uses a member that the double doesn't have. */
export const strict = <T extends object>(name: string, target: T): T =>
  new Proxy(target, {
    get: (object, key) => {
      if (!(key in object) && typeof key === 'string' && !askedByTheLanguage.has(key)) {
        throw new Error(`The double of Electron has no ${name}.${key}. Add it to test/support/electron-double.`)
      }
      const value: unknown = Reflect.get(object, key)
      return typeof value === 'function' && !/^class\s/.test(Function.prototype.toString.call(value))
        ? value.bind(object)
        : value
    },
  })
