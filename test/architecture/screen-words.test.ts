/** Holds the words of the screens: one word for a thing, the seller's, in every text that the window or main shows. */
import { describe, expect, it } from 'vitest'
import { listTexts, readTexts, type ScreenText } from '../support/screen-texts.ts'
import { root, sourceFiles } from './imports.ts'

type WordRule = {
  readonly banned: RegExp
  readonly instead: string
  /** Folders or files where the word is banned; everywhere by default. */
  readonly within?: readonly string[]
  /** Parts of texts in which the word is right. */
  readonly unless?: RegExp
  /** Folders or files where the word is right. */
  readonly outside?: readonly string[]
}

const mapping = ['renderer/mapping', 'shared/mapping', 'main/mapping', 'renderer/help/mapping.ts']
/** About offers of buyers, and nothing else. */
const buyersOffers = [
  'main/offers',
  'shared/offers',
  'renderer/offers',
  'renderer/parts/offers',
  'renderer/help/offers.ts',
  'renderer/practice/offer-panel.tsx',
]
const itemStates = ['renderer/inventory/item-labels.ts', 'renderer/inventory/list/toolbar/item-filters.tsx']

const rules: readonly WordRule[] = [
  { banned: /\bpublished\b/i, instead: 'live' },
  {
    banned: /\boffer(?:s|ed)?\b/i,
    instead: 'listing, or listing draft if buyers don’t see it yet',
    // What a buyer offers, and what watchers get.
    unless:
      /best offers?|offers? to (?:their )?watchers|show offers|(?:show )?with offers|(?:accept|counter|decline|answer) the offers?(?: below your floors)?|check for new offers|(?:next|previous|make an) offer|^offers$|^offer of …$/gi,
    outside: buyersOffers,
  },
  { banned: /\b(?:up to date|edited|changed)\b/i, instead: 'saved, unsaved', within: itemStates },
  {
    banned: /\breview and (?:save|send)\b|\b(?:the|this) plan\b|\bplanned\b/i,
    instead: 'review changes, save all, ready',
  },
  { banned: /\badd SKUs\b/i, instead: 'new item; add by SKU for items that the platform has' },
  { banned: /\bpreviews?\b|\btask ids?\b/i, instead: 'suggestion; the name of the task', within: mapping },
  { banned: /\bquarantin\w*|\bforge(?:d|ry|ries)\b/i, instead: 'not from eBay: ignored' },
  {
    banned: /\breceivers?\b|\bregister again\b|\bregistration steps\b/i,
    instead: 'instant alerts: on, off, set up',
  },
  { banned: /\breplay\w*/i, instead: 'process again' },
  { banned: /\b(?:item|listing) sold\b|\bchecked out\b|\bmarked as sold\b/i, instead: 'sold' },
  { banned: /\bwho manages\b|\bmanaged by\b|\btrading calls\b/i, instead: 'made with another tool' },
  { banned: /\bcontent[ -]language\b/i, instead: 'listing language' },
  { banned: /\bqueued\b/i, instead: 'waiting' },
  { banned: /^read from the platform$|^read (?:now|again|it|them|it now)$/i, instead: 'refresh' },
  { banned: /\bfallback\b|\bvariables: /i, instead: 'buttons that insert: buyer’s name, item, tracking number' },
  { banned: /\bnobody\b|\banew\b|\bnot known yet\b/i, instead: 'a plain sentence' },
  { banned: /\b(?!UTF-|SHA-|ISO-)[A-Z]{2,4}-\d{2}\b/, instead: 'the rule’s id behind Why?' },
  { banned: /\bHTTP (?:\d{3}|…)/, instead: 'what happened; the log has the code' },
  { banned: /\be-mails?\b/i, instead: 'email' },
  { banned: /\bpractis(?:e|ing)\b|\bgrey\b/i, instead: 'American spelling' },
  { banned: /\bsomebody\b/i, instead: 'someone' },
  { banned: /\b(?:the|an|its|own|this|key|task) ids?\b/, instead: 'ID' },
  { banned: /\bform of the number\b|\blines? to look at\b|\bmake it happen\b/i, instead: 'a plain sentence' },
  {
    banned: /\b(?:(?:do|does|did|is|are|was|were|has|have|had|could|would|should|will|can) not|cannot)\b/i,
    instead: 'a contraction, such as isn’t',
    // A value of the platform, the condition of a filter, and a sentence for buyers.
    unless: /does not apply|^is not$|^your parcel has not been sent yet\.$/gi,
  },
  { banned: /\bports? (?:\d|…)/i, instead: 'what happened; the log has the port' },
]

const isWithin = (file: string, folders: readonly string[]): boolean =>
  folders.some((folder) => file === folder || file.startsWith(`${folder}/`))

/** What no seller reads: answers of the practice platform, the start from a terminal, words that buyers use. */
const unseen = ['main/practice', 'main/hosts', 'main/messaging/earlier']
/** Files whose texts follow other rules, and why. */
const exempt = [
  // Words to find a setting by, the former ones too. None is shown.
  'renderer/connection/setting-sections.ts',
  // The technical detail of a check, shown behind a button.
  'main/connection/check-services.ts',
]

/** Where a text says “the platform”, and why. */
const nameless = [
  // The platform without a name is called that, in its record and by its adapters.
  'shared/connection/platforms.ts',
  ...sourceFiles('main').filter((file) => file.endsWith('/platform/neutral.ts')),
  // The errors of that platform's message service.
  'main/messaging/platform/message-errors.ts',
  // A line of the log.
  'main/notifications/stored-value.ts',
]

/** In main a seller reads sentences; other texts, such as lines of the log, begin with a small letter. */
const isShown = ({ file, text }: ScreenText): boolean => !file.startsWith('main/') || /^[“…A-Z]/.test(text)

const findFaults = ({ file, line, text }: ScreenText): readonly string[] =>
  rules
    .filter(({ banned, within, unless, outside }) => {
      if (within !== undefined && !isWithin(file, within)) return false
      if (outside !== undefined && isWithin(file, outside)) return false
      return banned.test(unless === undefined ? text : text.replaceAll(unless, ''))
    })
    .map(({ instead }) => `${file}:${line} “${text}”: write ${instead}`)

let all: readonly ScreenText[] | undefined
/** Reading takes seconds, so it is done once. */
const listAll = (): readonly ScreenText[] => {
  all ??= readTexts(
    root,
    sourceFiles('renderer', 'shared', 'main').filter((file) => !isWithin(file, unseen)),
  )
  return all
}

describe('the words of the screens', () => {
  it('are the seller’s in every text of the window and of main', () => {
    const texts = listAll().filter((one) => !isWithin(one.file, [...unseen, ...exempt]) && isShown(one))
    expect(texts.length).toBeGreaterThan(3_000)
    expect(texts.flatMap(findFaults)).toEqual([])
  })

  it('call the platform by its name', () => {
    const unnamed = listAll()
      .filter(({ file }) => !isWithin(file, nameless))
      .filter(({ text }) => /\bthe platform\b/i.test(text))
      .map(({ file, line, text }) => `${file}:${line} “${text}”: write \${the} or \${The} of a PlatformName`)
    expect(unnamed).toEqual([])
  })

  it.each([
    ["const label = 'Published'"],
    ["const message = 'The offer was damaged.'"],
    ['const Page = () => <Text>Register again</Text>'],
    ["const text = formatCount(count, 'replay')"],
    ["const why = 'SKU is empty (INV-01).'"],
    ["const why = 'The picture is missing (HTTP 404).'"],
    ["const why = 'Port 8080 is in use'"],
    ["const why = 'The picture is not there.'"],
  ])('are held: %s fails', (source) => {
    expect(listTexts('renderer/example.tsx', source).flatMap(findFaults)).toHaveLength(1)
  })

  it('leave what a buyer offers, and what is no text', () => {
    const source = "import { x } from './offers.ts'\nconst a: 'offer' = x\nconst b = 'Best offer'\nconst c = 'offer'"
    expect(listTexts('renderer/example.tsx', source).flatMap(findFaults)).toEqual([])
  })
})
