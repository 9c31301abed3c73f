/** The notification topics that the platform offers. */
import type { PlatformNames } from '../names.ts'
import type { Practice } from '../shop/shop-state.ts'
import { ebayTopics } from './ebay-topics.ts'
import { neutralTopics } from './neutral-topics.ts'
import type { Seller, Topic } from './topic.ts'

export const listTopics = ({ id }: PlatformNames): readonly Topic[] => (id === 'ebay' ? ebayTopics : neutralTopics)

export const findTopic = (names: PlatformNames, topicId: unknown): Topic | undefined =>
  listTopics(names).find((topic) => topic.topicId === topicId)

/** The seller as a notification names them. */
export const toSeller = ({ state }: Practice): Seller => ({
  userId: `practice-user-${state.seed}`,
  username: state.seller,
})
