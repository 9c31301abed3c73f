/** The faults that have their own switch. */
import type { FaultKind, PracticeFault } from '../../shared/practice/contract.ts'

export type FaultPreset = {
  readonly label: string
  readonly description: string
  readonly operations: readonly [string, ...string[]]
  readonly fault: FaultKind
  readonly value?: number
}

const networkPresets: readonly FaultPreset[] = [
  {
    label: 'Shop unreachable',
    description: 'Nothing answers. Replies wait in the outbox.',
    operations: ['all'],
    fault: 'offline',
  },
  {
    label: 'Slow answers',
    description: 'Every answer takes three seconds.',
    operations: ['all'],
    fault: 'latencyMs',
    value: 3_000,
  },
  {
    label: 'Too many requests',
    description: 'Messaging asks you to wait two seconds.',
    operations: ['messaging'],
    fault: 'status',
    value: 429,
  },
  {
    label: 'Reply sent, answer lost',
    description: 'The message arrives, but the connection is lost before the answer.',
    operations: ['sendMessage'],
    fault: 'dropAfterActing',
  },
  {
    label: 'Reply lost',
    description: 'The connection is lost before the message arrives.',
    operations: ['sendMessage'],
    fault: 'dropBeforeActing',
  },
  {
    label: 'Saving items fails',
    description: 'Every save of an item, a price or a listing, alone or in a run, is answered with an error.',
    operations: [
      'createOrReplaceInventoryItem',
      'bulkCreateOrReplaceInventoryItem',
      'bulkUpdatePriceQuantity',
      'createOffer',
      'bulkCreateOffer',
      'updateOffer',
    ],
    fault: 'status',
    value: 500,
  },
]

/** The platform answers, but behaves unexpectedly. */
const behaviorPresets: readonly FaultPreset[] = [
  {
    label: 'Someone else edits items',
    description: 'The quantity of an item changes each time Stallhand has read it.',
    operations: ['getInventoryItem'],
    fault: 'editByOthers',
  },
  {
    label: 'Replies are masked',
    description: 'Email addresses and long numbers in sent replies become asterisks.',
    operations: ['sendMessage'],
    fault: 'maskText',
  },
  {
    label: 'Replies arrive late',
    description: 'The connection is lost; the reply arrives five seconds later.',
    operations: ['sendMessage'],
    fault: 'actLateMs',
    value: 5_000,
  },
  {
    label: 'Few calls a day',
    description: 'Each service answers 200 calls a day, then asks you to wait until midnight UTC.',
    operations: ['all'],
    fault: 'dailyCap',
    value: 200,
  },
  {
    label: 'Oldest message first',
    description: 'Conversations are listed in the other order.',
    operations: ['getConversation'],
    fault: 'oldestFirst',
  },
  {
    label: 'Too many conversations to list',
    description: 'A list of more than 50 is refused, as eBay does with a very large inbox.',
    operations: ['getConversations'],
    fault: 'longListFails',
    value: 50,
  },
  {
    label: 'Messages name account numbers',
    description: 'On eBay: messages name the seller by an account number instead of the user name.',
    operations: ['getConversation'],
    fault: 'namesAreIds',
  },
  {
    label: 'Read marks get lost',
    description: 'On eBay: the list goes on counting messages that Stallhand has marked as read.',
    operations: ['getConversations'],
    fault: 'readMarkApart',
  },
  {
    label: 'Item saves fail for no reason',
    description: 'Saves and listings are refused with “System error”, as eBay does now and then.',
    operations: ['inventory'],
    fault: 'systemError',
  },
  {
    label: 'Legacy calls warn',
    description: 'Events are switched as requested, and the answer has a warning (Ack of Warning).',
    operations: ['trading'],
    fault: 'ackWarning',
  },
]

const signInPresets: readonly FaultPreset[] = [
  {
    label: 'Permission for messages missing',
    description: 'On eBay: the sign-in page refuses a keyset that asks for messages, and stays on a page of JSON.',
    operations: ['authorize'],
    fault: 'scopeNotGranted',
  },
  {
    label: 'Password changed',
    description:
      'The sign-in can’t be renewed. It lasts two hours, which you can advance on the practice clock. Sign in again in Settings.',
    operations: ['token'],
    fault: 'passwordChanged',
  },
]

const notificationPresets: readonly FaultPreset[] = [
  {
    label: 'Notifications arrive twice',
    description: 'The same one, byte for byte.',
    operations: ['notifier'],
    fault: 'duplicateDeliveries',
    value: 2,
  },
  {
    label: 'Notifications arrive a minute late',
    description: 'On the practice clock, which you can advance.',
    operations: ['notifier'],
    fault: 'lateDeliveryMs',
    value: 60_000,
  },
  {
    label: 'Notifications arrive under two IDs',
    description: 'On eBay: the same event again, under another notification ID.',
    operations: ['notifier'],
    fault: 'twinNotifications',
  },
  {
    label: 'New subscriptions appear late',
    description: 'The list lacks a new subscription for ten seconds of the practice clock.',
    operations: ['getSubscriptions'],
    fault: 'listLagMs',
    value: 10_000,
  },
  {
    label: 'Notifications from someone else',
    description: 'Their signature is wrong, so Stallhand must ignore them.',
    operations: ['notifier'],
    fault: 'wrongSignature',
  },
]

const groups: readonly { readonly title: string; readonly presets: readonly FaultPreset[] }[] = [
  { title: 'Network', presets: networkPresets },
  { title: 'Behavior', presets: behaviorPresets },
  { title: 'Sign-in', presets: signInPresets },
  { title: 'Notifications', presets: notificationPresets },
]

export const allPresets: readonly FaultPreset[] = groups.flatMap(({ presets }) => presets)

/** What goes wrong in a real shop sooner or later. */
const usual: readonly string[] = [
  'Shop unreachable',
  'Slow answers',
  'Reply sent, answer lost',
  'Saving items fails',
  'Notifications from someone else',
]
export const usualPresets = allPresets.filter(({ label }) => usual.includes(label))

/** All others, in groups. */
export const otherPresetGroups = groups.map(({ title, presets }) => ({
  title,
  presets: presets.filter((preset) => !usualPresets.includes(preset)),
}))

/** Whether one of the faults is the preset's, with the same value. */
export const isPresetOn = ({ operations, fault, value }: FaultPreset, faults: readonly PracticeFault[]): boolean =>
  faults.some(
    (active) =>
      operations.includes(active.operation) &&
      active.fault === fault &&
      (value === undefined || active.value === value),
  )
