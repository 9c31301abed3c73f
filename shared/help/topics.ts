/**
 * The help as one list: guides first, then each rule of the platform that the app knows.
 *
 * An error's `topic` is the id of one of these.
 */
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
export const findTopic = (id: string): Topic | undefined => byId.get(id)

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
