/**
 * The help as one list for each platform: guides first, then each rule of the platform that the app knows.
 *
 * An error's `topic` is the id of one of these.
 */
import { namePlatform } from '../../shared/connection/platform-name.ts'
import { type Platform, type PlatformId, platforms } from '../../shared/connection/platforms.ts'
import type { Explanation } from './explanation.ts'
import { guides } from './guides.ts'
import { itemRules } from './items.ts'
import { mappingRules } from './mapping.ts'
import { messageRules } from './messages.ts'
import { notificationRules } from './notifications.ts'
import { ebayRules } from './platform/ebay.ts'

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
  RCV: 'Instant alerts',
  AUT: 'Sign-in and secrets',
}

const toTopics = (explanations: Readonly<Record<string, Explanation>>, isRule: boolean): readonly Topic[] =>
  Object.entries(explanations).map(([id, explanation]) => ({
    ...explanation,
    id: id as TopicId,
    group: (isRule ? groups[id.split('-', 1)[0] ?? ''] : undefined) ?? 'How it works',
    isRule,
  }))

/** What a platform's rules say differently; null for a rule that doesn't hold there. */
type Differences = Readonly<Partial<Record<RuleId, Partial<Explanation> | null>>>

const differences: Readonly<Partial<Record<PlatformId, Differences>>> = { ebay: ebayRules }

/** The rules as they hold on one platform. Error numbers are the neutral platform's, unless a platform lists its own. */
const listRules = (own: Differences | undefined): Readonly<Record<string, Explanation>> => {
  if (own === undefined) return rules
  const held = Object.entries<Explanation>(rules).filter(([id]) => own[id as RuleId] !== null)
  return Object.fromEntries(
    held.map(([id, { errorIds: _, ...rule }]): [string, Explanation] => [id, { ...rule, ...own[id as RuleId] }]),
  )
}

const nameIn = ({ title, text, more, whatToDo, ...others }: Topic, platform: Platform): Topic => ({
  ...others,
  title: namePlatform(title, platform),
  text: namePlatform(text, platform),
  ...(more === undefined ? {} : { more: namePlatform(more, platform) }),
  ...(whatToDo === undefined ? {} : { whatToDo: namePlatform(whatToDo, platform) }),
})

const buildHelp = (platform: Platform) => {
  const own = listRules(differences[platform.id])
  const topics = [...toTopics(guides, false), ...toTopics(own, true)].map((topic) => nameIn(topic, platform))
  const byId: ReadonlyMap<string, Topic> = new Map(topics.map((topic) => [topic.id, topic]))
  const searchable = topics.map((topic) => {
    const { id, title, text, more = '', whatToDo = '', errorIds = [], group } = topic
    const heading = [id, title, ...errorIds].join(' ').toLowerCase()
    return { topic, heading, all: [heading, group, text, more, whatToDo].join(' ').toLowerCase() }
  })
  return {
    topics,
    findTopic: (id: string): Topic | undefined => byId.get(id),
    /** Topics that contain every word, matches in the title first. An empty search returns all. */
    searchTopics: (search: string): readonly Topic[] => {
      const words = search.trim().toLowerCase().split(/\s+/)
      const hasAll = (text: string): boolean => words.every((word) => text.includes(word))
      const found = searchable.filter(({ all }) => hasAll(all))
      const best = found.filter(({ heading }) => hasAll(heading))
      return [...best, ...found.filter(({ heading }) => !hasAll(heading))].map(({ topic }) => topic)
    },
  }
}

export type HelpTopics = ReturnType<typeof buildHelp>

/** The help with the rules of each platform. */
export const helpByPlatform = Object.fromEntries(
  Object.values(platforms).map((platform) => [platform.id, buildHelp(platform)]),
) as Readonly<Record<PlatformId, HelpTopics>>
