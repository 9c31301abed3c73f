/** What the parts of the double share: events that can be prevented, and members that do not exist. */
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

/** Emits `name` with an event as Electron does; true where a listener prevented what would follow. */
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

/** What JavaScript itself asks of any object. */
const askedByTheLanguage: ReadonlySet<string> = new Set([
  'then',
  'toJSON',
  'default',
  '__esModule',
  'constructor',
  'prototype',
])

/** Fails with a clear word where the app uses a part of Electron that the double does not have. */
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
