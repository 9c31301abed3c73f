/**
 * The help as one list: guides first, then each rule of the platform that the app knows.
 *
 * A message in the window that rests on a rule bears its id, `(MSG-09)`, or the platform's number, `(13007)`. `referencesIn`
 * finds both, so that the window can make a way from there to the words here. Works without a line: it is data.
 */
import type { Explanation } from './explanation.ts'
import { guides } from './guides.ts'
import { itemRules } from './items.ts'
import { mappingRules } from './mapping.ts'
import { messageRules } from './messages.ts'
import { notificationRules } from './notifications.ts'

export const rules = { ...itemRules, ...mappingRules, ...messageRules, ...notificationRules } as const

export type RuleId = keyof typeof rules
export type GuideId = keyof typeof guides
export type TopicId = RuleId | GuideId

export type Topic = Explanation & { readonly id: TopicId; readonly group: string; readonly isRule: boolean }

const groupOf = (id: string): string => {
  const groups: Readonly<Record<string, string>> = {
    INV: 'Items',
    MAP: 'Mapping',
    MSG: 'Messages',
    NOT: 'Notifications',
    SOAP: 'Older notifications',
    RCV: 'The receiver',
    AUT: 'Sign-in and secrets',
  }
  return groups[id.split('-', 1)[0] ?? ''] ?? 'Rules'
}

export const topics: readonly Topic[] = [
  ...Object.entries<Explanation>(guides).map(([id, words]) => ({
    ...words,
    id: id as GuideId,
    group: 'How it works',
    isRule: false,
  })),
  ...Object.entries<Explanation>(rules).map(([id, words]) => ({
    ...words,
    id: id as RuleId,
    group: groupOf(id),
    isRule: true,
  })),
]

const byId: ReadonlyMap<string, Topic> = new Map(topics.map((topic) => [topic.id, topic]))

export const topicOf = (id: string): Topic | undefined => byId.get(id)

const byErrorId: ReadonlyMap<number, TopicId> = new Map(
  topics.flatMap(({ id, errorIds = [] }) => errorIds.map((errorId) => [errorId, id] as const)),
)

/** The rule behind a number that the platform answers with. */
export const topicOfErrorId = (errorId: number): TopicId | undefined => byErrorId.get(errorId)

/** A stretch of a message; with a topic where it names one. */
export type Piece = { readonly text: string; readonly topic?: TopicId }

// Numbers count only in brackets, as the app's own words have them: a price or a count is none.
const reference = /\b(?:INV|MAP|MSG|NOT|SOAP|RCV|AUT)-\d{2}\b|(?<=\((?:[^()]*[ ,])?)\d{4,8}(?=\))/g

/** The message in stretches, in order; together they are the message. */
export const referencesIn = (message: string): readonly Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: word, index } of message.matchAll(reference)) {
    const topic = /^\d/.test(word) ? topicOfErrorId(Number(word)) : topicOf(word)?.id
    if (topic === undefined) continue
    if (index > at) pieces.push({ text: message.slice(at, index) })
    pieces.push({ text: word, topic })
    at = index + word.length
  }
  if (at < message.length) pieces.push({ text: message.slice(at) })
  return pieces
}

const textOf = ({ id, title, text, whatToDo = '', errorIds = [], group }: Topic): string =>
  [id, title, group, ...text, whatToDo, ...errorIds].join(' ').toLowerCase()

const searched: readonly { readonly topic: Topic; readonly title: string; readonly all: string }[] = topics.map(
  (topic) => ({
    topic,
    title: `${topic.id} ${topic.title} ${topic.errorIds?.join(' ') ?? ''}`.toLowerCase(),
    all: textOf(topic),
  }),
)

/** Topics that hold every word, in part; those that bear them in their title first. Nothing typed gives all. */
export const searchTopics = (search: string): readonly Topic[] => {
  const words = search.trim().toLowerCase().split(/\s+/)
  const holds = (text: string): boolean => words.every((word) => text.includes(word))
  const found = searched.filter(({ all }) => holds(all))
  return [...found.filter(({ title }) => holds(title)), ...found.filter(({ title }) => !holds(title))].map(
    ({ topic }) => topic,
  )
}
