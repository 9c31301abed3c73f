/**
 * The help as one list for each platform: guides first, then each rule of the platform that the app knows.
 *
 * An error's `topic` is the id of one of these.
 */
import { type Platform, type PlatformId, type PlatformName, platforms } from '../../shared/connection/platforms.ts'
import type { Explanation } from './explanation.ts'
import { guides } from './guides.ts'
import { itemRules } from './items.ts'
import { mappingRules } from './mapping.ts'
import { messageRules } from './messages.ts'
import { notificationRules } from './notifications.ts'
import { ebayRules } from './platform/ebay.ts'

/** The rules as the neutral platform has them. */
export const rules = (platformName: PlatformName) => ({
  ...itemRules(platformName),
  ...mappingRules(platformName),
  ...messageRules(platformName),
  ...notificationRules(platformName),
})

type RuleId = keyof ReturnType<typeof rules>
export type GuideId = keyof ReturnType<typeof guides>
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
const listRules = ({ id: platformId, name }: Platform): Readonly<Record<string, Explanation>> => {
  const own = differences[platformId]
  if (own === undefined) return rules(name)
  const held = Object.entries<Explanation>(rules(name)).filter(([id]) => own[id as RuleId] !== null)
  return Object.fromEntries(
    held.map(([id, { errorIds: _, ...rule }]): [string, Explanation] => [id, { ...rule, ...own[id as RuleId] }]),
  )
}

const buildHelp = (platform: Platform) => {
  const topics = [...toTopics(guides(platform.name), false), ...toTopics(listRules(platform), true)]
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
