/**
 * The help as one list: guides first, then each rule of the platform that the app knows.
 *
 * Messages name the rule they rest on, `(MSG-09)`, or the platform's error number, `(13007)`. `findReferences` finds both, so
 * that the window can link them to the help.
 */
import { DEFAULT_PLATFORM, platforms } from '../connection/platforms.ts'
import type { Explanation } from './explanation.ts'
import { guides } from './guides.ts'
import { itemRules } from './items.ts'
import { mappingRules } from './mapping.ts'
import { messageRules } from './messages.ts'
import { notificationRules } from './notifications.ts'

export const rules = { ...itemRules, ...mappingRules, ...messageRules, ...notificationRules } as const

type RuleId = keyof typeof rules
export type GuideId = keyof typeof guides
type TopicId = RuleId | GuideId

export type Topic = Explanation & { readonly id: TopicId; readonly group: string; readonly isRule: boolean }

const groups: Readonly<Record<string, string>> = {
  INV: 'Items',
  MAP: 'Mapping',
  MSG: 'Messages',
  NOT: 'Notifications',
  SOAP: 'Legacy notifications',
  RCV: 'The receiver',
  AUT: 'Sign-in and secrets',
}

const toTopics = (explanations: Readonly<Record<string, Explanation>>, isRule: boolean): readonly Topic[] =>
  Object.entries(explanations).map(([id, explanation]) => ({
    ...explanation,
    id: id as TopicId,
    group: (isRule ? groups[id.split('-', 1)[0] ?? ''] : undefined) ?? 'How it works',
    isRule,
  }))

export const topics: readonly Topic[] = [...toTopics(guides, false), ...toTopics(rules, true)]

const byId: ReadonlyMap<string, Topic> = new Map(topics.map((topic) => [topic.id, topic]))
const byErrorId: ReadonlyMap<number, TopicId> = new Map(
  topics.flatMap(({ id, errorIds = [] }) => errorIds.map((errorId) => [errorId, id] as const)),
)

export const findTopic = (id: string): Topic | undefined => byId.get(id)

/** The rule behind an error number of the platform. */
export const findTopicByErrorId = (errorId: number): TopicId | undefined => byErrorId.get(errorId)

/** Part of a message, linked if it has a topic. */
export type MessagePart = { readonly text: string; readonly topic?: TopicId }

/** Numbers count only in brackets: elsewhere they are prices and counts. */
const reference = /\b(?:INV|MAP|MSG|NOT|SOAP|RCV|AUT)-\d{2}\b|(?<=\((?:[^()]*[ ,])?)\d{4,8}(?=\))/g
const ruleInBrackets = /\s*\(((?:INV|MAP|MSG|NOT|SOAP|RCV|AUT)-\d{2})(?:, ([^()]*))?\)/g

/**
 * Splits a message into parts. A rule in brackets, `(MSG-09)`, becomes a link "Why?"; error numbers are links themselves, unless
 * those of `platform` mean something else.
 */
export const findReferences = (message: string, platform = DEFAULT_PLATFORM): readonly MessagePart[] => {
  const { hasErrorTopics } = platforms[platform]
  const parts: MessagePart[] = []
  const addText = (text: string): void => {
    let at = 0
    for (const { 0: word, index } of text.matchAll(reference)) {
      const isErrorId = /^\d/.test(word)
      const topic = isErrorId ? (hasErrorTopics ? findTopicByErrorId(Number(word)) : undefined) : findTopic(word)?.id
      if (topic === undefined) continue
      if (index > at) parts.push({ text: text.slice(at, index) })
      parts.push({ text: word, topic })
      at = index + word.length
    }
    if (at < text.length) parts.push({ text: text.slice(at) })
  }
  let at = 0
  for (const { 0: group, 1: id = '', 2: rest, index } of message.matchAll(ruleInBrackets)) {
    const topic = findTopic(id)?.id
    if (topic === undefined) continue
    addText(message.slice(at, index) + (rest === undefined ? ' ' : ` (${rest}) `))
    parts.push({ text: 'Why?', topic })
    at = index + group.length
  }
  addText(message.slice(at))
  return parts
}

const searchable = topics.map((topic) => {
  const { id, title, text, more = '', whatToDo = '', errorIds = [], group } = topic
  const heading = [id, title, ...errorIds].join(' ').toLowerCase()
  return { topic, heading, all: [heading, group, text, more, whatToDo].join(' ').toLowerCase() }
})

/** Topics that contain every word, matches in the title first. An empty search returns all. */
export const searchTopics = (search: string): readonly Topic[] => {
  const words = search.trim().toLowerCase().split(/\s+/)
  const hasAll = (text: string): boolean => words.every((word) => text.includes(word))
  const found = searchable.filter(({ all }) => hasAll(all))
  return [...found.filter(({ heading }) => hasAll(heading)), ...found.filter(({ heading }) => !hasAll(heading))].map(
    ({ topic }) => topic,
  )
}
