// The language of dates and numbers: one choice for the whole window.
// A formatter that names no language follows the choice, also one that was made before it: `toLocaleString()` and
// `new Intl.DateTimeFormat(undefined, …)` stand all over the rooms, and none of them has to know.

type Formatter = object
type Make = (locale: string | undefined) => Formatter

let chosen: string | undefined
let isInstalled = false

/** Stands for the formatter of the language that is chosen at each use; every one is made once. */
function following(make: Make): Formatter {
  const made = new Map<string | undefined, Formatter>()
  const current = (): Formatter => {
    const known = made.get(chosen) ?? make(chosen)
    made.set(chosen, known)
    return known
  }
  return new Proxy(current(), {
    get: (_first, name) => {
      const formatter = current()
      const value: unknown = Reflect.get(formatter, name, formatter)
      return typeof value === 'function' ? value.bind(formatter) : value
    },
  })
}

function followingClass<C extends object>(Plain: C): C {
  return new Proxy(Plain, {
    construct: (plain, [locales, options]: [unknown, unknown]) => {
      const make: Make = (locale) => Reflect.construct(plain as never, [locale, options])
      return locales === undefined ? following(make) : Reflect.construct(plain as never, [locales, options])
    },
  })
}

function install(): void {
  isInstalled = true
  Object.assign(Intl, {
    NumberFormat: followingClass(Intl.NumberFormat),
    DateTimeFormat: followingClass(Intl.DateTimeFormat),
    RelativeTimeFormat: followingClass(Intl.RelativeTimeFormat),
  })
  const plain = Number.prototype.toLocaleString
  Number.prototype.toLocaleString = function inChosenLanguage(locales, options) {
    return plain.call(this, locales ?? chosen, options)
  }
}

/** Chooses the language of dates and numbers, as a tag such as `de-DE`; undefined is the system's. What is on screen has to be drawn again. */
export function chooseLocale(locale: string | undefined): void {
  if (locale === chosen && isInstalled) return
  if (!isInstalled) install()
  chosen = locale
}
