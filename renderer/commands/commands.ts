/**
 * Every command of the window as data. The palette, the key list under `?`, the rail, buttons, tooltips and the native menu
 * read this table; nothing else names a key.
 *
 * To add a command, add a row, then register what it does while that makes sense:
 *
 *     useCommand('inbox.reply', () => textRef.current?.focus(), { isEnabled: conversation !== null })
 *
 * or let a button do both; its label, tooltip and keys come from the row, and the command exists while the button does:
 *
 *     <CommandButton command="items.review" onPress={review} variant="primary" />
 *     <CommandIconButton command="inbox.archive" icon={Archive} onPress={archive} />
 *
 * A label that names the platform is the button's own (`label`). `CommandMenu` does the same for the actions of a menu. A row
 * with many choices ("Show Unread", "Show Archived") is registered with `useCommandChoices`.
 *
 * Where a key works: commands without a screen work on every screen; the others need to be registered. Single keys are off
 * while the user types or a dialog or menu is open; rows with `whileTyping` stay on in text fields. `Escape` means one level
 * out. If `run` returns false, the key goes on to the command registered before it.
 */
import { menuCommands, screenCommands } from '../../shared/app/menu-commands.ts'
import type { ScreenName } from '../location.ts'

export type Command = {
  readonly label: string
  /** `e`, `Mod+K` (Ctrl or ⌘), `Shift+Delete`, or `g i` for one key after the other. */
  readonly keys?: string
  /** Another key that does the same; not listed under `?`. */
  readonly otherKeys?: string
  /** Listed and offered only on this screen. */
  readonly screen?: ScreenName
  /** A view of its screen. While the view is shown, the key means this instead of what it means on the screen. */
  readonly view?: 'offers' | 'desk'
  /** The palette offers it on other screens too, and opens `screen` with this path first. */
  readonly offeredAt?: readonly string[]
  /** Replaces `label` for the palette on other screens, by the ids of the command's choices. */
  readonly choices?: Readonly<Record<string, string>>
  /** Leaves it out of the palette: it moves or closes something, or only makes sense as a key. */
  readonly isKeyOnly?: boolean
  /** The palette lists it only once something is typed. */
  readonly isSearchOnly?: boolean
  /** The key works in text fields too. */
  readonly whileTyping?: boolean
}

const goBack = { label: 'Go back', keys: 'Escape', isKeyOnly: true, whileTyping: true } as const
const search = { label: 'Search', keys: '/' } as const
const goTo = (screen: ScreenName) => {
  const { label = '', keys = '' } = screenCommands.find((one) => one.screen === screen) ?? {}
  return { label, keys }
}
const offered = { offeredAt: [] } as const
const offeredAtSubscriptions = { offeredAt: ['subscriptions'] } as const
const inboxViews = {
  unread: 'Show unread',
  unanswered: 'Show unanswered',
  offers: 'Show offers',
  snoozed: 'Show snoozed',
  sent: 'Show sent',
  archived: 'Show archived',
  notices: 'Show notices',
} as const
const orderViews = {
  toShip: 'Show orders to ship',
  late: 'Show late orders',
  shipped: 'Show shipped orders',
  cancelled: 'Show cancelled and refunded orders',
} as const
const itemFilters = {
  incomplete: 'Show incomplete items',
  changed: 'Show unsaved items',
  conflict: 'Show items in conflict',
  lowStock: 'Show low stock',
  refused: 'Show refused items',
  withOffers: 'Show items with offers',
} as const

export const commands = {
  // Available everywhere. `screen.*` open a screen.
  ...menuCommands,
  'app.palette': { ...menuCommands['app.palette'], isKeyOnly: true },
  'screen.today': goTo('today'),
  'screen.inbox': goTo('inbox'),
  'screen.outbox': goTo('outbox'),
  'screen.orders': goTo('orders'),
  'screen.items': goTo('items'),
  'screen.mapping': goTo('mapping'),
  'screen.notifications': goTo('notifications'),
  'screen.earnings': goTo('earnings'),
  'screen.practice': goTo('practice'),
  'screen.settings': goTo('settings'),
  'app.undo': { label: 'Undo the last action', keys: 'Mod+Z' },
  'app.switchConnection': { label: 'Switch connection', keys: 'g c' },
  'app.newConnection': { label: 'Add a connection' },
  'app.addPreset': { label: 'Add a shop by its keys' },
  'app.firstSteps': { label: 'Show first steps' },
  'app.lightTheme': { label: 'Use light theme' },
  'app.darkTheme': { label: 'Use dark theme' },
  'app.systemTheme': { label: 'Use system theme' },
  'app.toggleRail': { label: 'Widen or narrow the rail' },
  'app.tryNow': { label: 'Try to go online now' },
  'app.allowSending': { label: 'Allow sending' },

  'inbox.acceptOffer': { screen: 'inbox', view: 'offers', label: 'Accept the offer', keys: 'a' },
  'inbox.counterOffer': { screen: 'inbox', view: 'offers', label: 'Counter the offer', keys: 'c' },
  'inbox.declineOffer': { screen: 'inbox', view: 'offers', label: 'Decline the offer', keys: 'd' },
  'inbox.offerMessage': { screen: 'inbox', view: 'offers', label: 'Add a message to the answer', keys: 'm' },
  'inbox.sendCounter': {
    screen: 'inbox',
    view: 'offers',
    label: 'Send the counter',
    keys: 'Mod+Enter',
    whileTyping: true,
  },
  'inbox.declineLowOffers': { screen: 'inbox', view: 'offers', label: 'Decline the offers below your floors' },
  'inbox.nextOffer': { screen: 'inbox', view: 'offers', label: 'Next offer', keys: 'j', isKeyOnly: true },
  'inbox.previousOffer': { screen: 'inbox', view: 'offers', label: 'Previous offer', keys: 'k', isKeyOnly: true },
  'inbox.refreshOffers': { screen: 'inbox', view: 'offers', label: 'Check for new offers' },
  'inbox.answerOffer': { screen: 'inbox', label: 'Answer the offer' },
  'inbox.reply': { screen: 'inbox', label: 'Write a reply', keys: 'r' },
  'inbox.send': { screen: 'inbox', label: 'Send', keys: 'Mod+Enter', whileTyping: true },
  'inbox.sendAndArchive': { screen: 'inbox', label: 'Send and archive', keys: 'Mod+Shift+Enter', whileTyping: true },
  'inbox.sendAndNext': { screen: 'inbox', label: 'Send and answer the next', keys: 'Alt+Enter', whileTyping: true },
  'inbox.sendLater': { screen: 'inbox', label: 'Send later' },
  'inbox.nextUnanswered': { screen: 'inbox', label: 'Next unanswered', keys: 'n', ...offered },
  'inbox.write': { screen: 'inbox', label: 'Write to a buyer', keys: 'c', ...offered },
  'inbox.search': { ...search, screen: 'inbox', label: 'Search messages', ...offered },
  'inbox.searchPlatform': { screen: 'inbox', label: 'Search messages online', ...offered },
  'inbox.archive': { screen: 'inbox', label: 'Archive', keys: 'e' },
  'inbox.noReplyNeeded': { screen: 'inbox', label: 'No reply needed', keys: 'd' },
  'inbox.snooze': { screen: 'inbox', label: 'Snooze', keys: 's' },
  'inbox.markUnread': { screen: 'inbox', label: 'Mark as unread', keys: 'u' },
  'inbox.markRead': { screen: 'inbox', label: 'Mark as read', keys: 'i' },
  'inbox.delete': { screen: 'inbox', label: 'Delete', keys: 'Delete', otherKeys: '#' },
  'inbox.select': { screen: 'inbox', label: 'Select the row', keys: 'x', isKeyOnly: true },
  'inbox.selectAll': { screen: 'inbox', label: 'Select all', keys: 'Mod+A' },
  'inbox.clearSelection': { screen: 'inbox', label: 'Clear selection' },
  'inbox.keep': { screen: 'inbox', label: 'Keep conversations about to be deleted' },
  'inbox.context': { screen: 'inbox', label: 'Order, item and buyer', keys: 'o' },
  'inbox.openOrder': { screen: 'inbox', label: 'Open the order', keys: 'Shift+O' },
  'inbox.copyTracking': { screen: 'inbox', label: 'Copy tracking number', keys: 'y' },
  'inbox.parcelReply': { screen: 'inbox', label: 'Answer “Where is my parcel”', keys: 't' },
  'inbox.insertFromOrder': { screen: 'inbox', label: 'Insert from the order', isSearchOnly: true },
  'inbox.refresh': { screen: 'inbox', label: 'Refresh this conversation' },
  'inbox.show': { screen: 'inbox', label: 'Show', isSearchOnly: true, ...offered, choices: inboxViews },
  'inbox.filterByItem': { screen: 'inbox', label: 'Filter by item' },
  'inbox.filterByBuyer': { screen: 'inbox', label: 'Filter by buyer' },
  'inbox.filterByOrder': { screen: 'inbox', label: 'Filter by order', isSearchOnly: true },
  'inbox.clearFilters': { screen: 'inbox', label: 'Clear filters' },
  'inbox.saveSearch': { screen: 'inbox', label: 'Save this search', isSearchOnly: true },
  'inbox.insertReply': { screen: 'inbox', label: 'Insert', isSearchOnly: true },
  'inbox.earlierAnswer1': {
    screen: 'inbox',
    label: 'Insert the first earlier answer',
    keys: 'Alt+1',
    whileTyping: true,
  },
  'inbox.earlierAnswer2': {
    screen: 'inbox',
    label: 'Insert the second earlier answer',
    keys: 'Alt+2',
    whileTyping: true,
  },
  'inbox.earlierAnswer3': {
    screen: 'inbox',
    label: 'Insert the third earlier answer',
    keys: 'Alt+3',
    whileTyping: true,
  },
  'inbox.manageReplies': { screen: 'inbox', label: 'Manage saved replies', isSearchOnly: true },
  'inbox.saveReply': { screen: 'inbox', label: 'Save this text as a reply', isSearchOnly: true },
  'inbox.attach': { screen: 'inbox', label: 'Attach by web address' },
  'inbox.linkItem': { screen: 'inbox', label: 'Link a listing' },
  'inbox.copyToMe': { screen: 'inbox', label: 'Copy to my email' },
  'inbox.back': { ...goBack, screen: 'inbox' },

  'outbox.back': { ...goBack, screen: 'outbox' },
  'outbox.done': { screen: 'outbox', label: 'Show what was done today', offeredAt: [] },
  'outbox.send': { screen: 'outbox', label: 'Send now' },
  'outbox.edit': { screen: 'outbox', label: 'Edit' },
  'outbox.discard': { screen: 'outbox', label: 'Discard' },
  'outbox.markSent': { screen: 'outbox', label: 'Mark as sent' },
  'outbox.markNotSent': { screen: 'outbox', label: 'Not sent' },

  'orders.search': { ...search, screen: 'orders', label: 'Search orders', ...offered },
  'orders.show': { screen: 'orders', label: 'Show', isSearchOnly: true, ...offered, choices: orderViews },
  'orders.clearFilters': { screen: 'orders', label: 'Clear filters' },
  'orders.ship': { screen: 'orders', label: 'Mark as shipped', keys: 'm' },
  'orders.pasteTracking': { screen: 'orders', label: 'Paste or import tracking numbers', ...offered },
  'orders.exportCsv': { screen: 'orders', label: 'Export as CSV', ...offered },
  'orders.refresh': { screen: 'orders', label: 'Check for new orders', ...offered },
  'orders.desk': { screen: 'orders', label: 'Packing desk', ...offered },
  'orders.list': { screen: 'orders', label: 'List of orders' },
  'orders.packed': { screen: 'orders', view: 'desk', label: 'Packed, next', keys: 'Enter' },
  'orders.separate': { screen: 'orders', label: 'Pack separately' },
  'orders.copyAddress': { screen: 'orders', view: 'desk', label: 'Copy the address', keys: 'c' },
  'orders.print': { screen: 'orders', view: 'desk', label: 'Print the pick list', keys: 'p' },
  'orders.printSlips': { screen: 'orders', label: 'Print packing slips' },
  'orders.printLabels': { screen: 'orders', label: 'Print address labels' },
  'orders.carrierFile': { screen: 'orders', label: 'File for the carrier' },
  'orders.refreshOrder': { screen: 'orders', label: 'Refresh this order' },
  'orders.write': { screen: 'orders', label: 'Write to buyer', keys: 'r' },
  'orders.restock': { screen: 'orders', label: 'Restock', keys: 's' },
  'orders.copyTracking': { screen: 'orders', label: 'Copy tracking number', keys: 'y' },
  'orders.openPage': { screen: 'orders', label: 'Open the order’s page' },
  'orders.settings': { screen: 'orders', label: 'Columns', ...offered },
  'orders.views': { screen: 'orders', label: 'Open a view' },
  'orders.saveView': { screen: 'orders', label: 'Save this view', ...offered },
  'orders.selectNone': { screen: 'orders', label: 'Clear the selection' },
  'orders.back': { ...goBack, screen: 'orders' },

  'items.search': { ...search, screen: 'items', label: 'Search items', ...offered },
  'items.new': { screen: 'items', label: 'New item', ...offered },
  'items.sellSimilar': { screen: 'items', label: 'Sell similar' },
  'items.saveTemplate': { screen: 'items', label: 'Save as template' },
  'items.suggestions': { screen: 'items', label: 'Suggested details' },
  'items.add': { screen: 'items', label: 'Add by SKU', ...offered },
  'items.importCsv': { screen: 'items', label: 'Import a CSV file', ...offered },
  'items.exportCsv': { screen: 'items', label: 'Export as CSV', ...offered },
  'items.filter': { screen: 'items', label: 'Filter items', ...offered, choices: itemFilters },
  'items.clearFilters': { screen: 'items', label: 'Clear filters' },
  'items.settings': { screen: 'items', label: 'List settings', ...offered },
  // `app.undo` runs it if the window has no act left, such as after a restart.
  'items.undo': { screen: 'items', label: 'Undo cells', isKeyOnly: true },
  'items.redo': { screen: 'items', label: 'Redo', keys: 'Mod+Shift+Z', otherKeys: 'Mod+Y' },
  'items.change': { screen: 'items', label: 'Change values', keys: 'Mod+E', ...offered },
  'items.replaceText': { screen: 'items', label: 'Find and replace', keys: 'Mod+Shift+H', ...offered },
  'items.suggestMany': { screen: 'items', label: 'Suggest details' },
  'items.makeGroup': { screen: 'items', label: 'Make a listing with variations', ...offered },
  'items.selectAll': { screen: 'items', label: 'Select the whole list', keys: 'Mod+Shift+A' },
  'items.selectNone': { screen: 'items', label: 'Clear the selection' },
  'items.views': { screen: 'items', label: 'Open a view' },
  'items.saveView': { screen: 'items', label: 'Save this view', ...offered },
  // Of the open item, else of all.
  'items.review': { screen: 'items', label: 'Review changes', keys: 'Mod+S', whileTyping: true, ...offered },
  'items.discard': { screen: 'items', label: 'Discard changes' },
  'items.refresh': { screen: 'items', label: 'Refresh' },
  'items.history': { screen: 'items', label: 'History' },
  'items.remove': { screen: 'items', label: 'Remove from the list' },
  'items.delete': { screen: 'items', label: 'Delete item' },
  'items.list': { screen: 'items', label: 'List this item', keys: 'Mod+Enter', whileTyping: true },
  'items.endListing': { screen: 'items', label: 'End the listing' },
  'items.deleteOffer': { screen: 'items', label: 'Delete the listing draft' },
  'items.discardOfferDraft': { screen: 'items', label: 'Discard changes of the listing' },
  'items.listMany': { screen: 'items', label: 'List items', ...offered },
  'items.publishSaved': { screen: 'items', label: 'Publish what was saved' },
  'items.takeOver': { screen: 'items', label: 'Take over', ...offered },
  'items.endMany': { screen: 'items', label: 'End listings', ...offered },
  'items.deleteMany': { screen: 'items', label: 'Delete items', ...offered },
  'items.offerToWatchers': { screen: 'items', label: 'Offer to watchers', ...offered },
  'items.repriceMany': { screen: 'items', label: 'Change prices', keys: 'Mod+Shift+P', ...offered },
  'items.restockMany': { screen: 'items', label: 'Restock', ...offered },
  'items.refreshListing': { screen: 'items', label: 'Refresh the listing' },
  'items.stopRun': { screen: 'items', label: 'Stop the run' },
  'items.back': { ...goBack, screen: 'items' },

  'mapping.start': { screen: 'mapping', label: 'Start a mapping', ...offered },
  'mapping.submit': { screen: 'mapping', label: 'Start' },
  'mapping.addTask': { screen: 'mapping', label: 'Add a task by its ID', ...offered },
  'mapping.checkNow': { screen: 'mapping', label: 'Check now' },
  'mapping.pause': { screen: 'mapping', label: 'Pause' },
  'mapping.resume': { screen: 'mapping', label: 'Resume' },
  'mapping.pauseAll': { screen: 'mapping', label: 'Pause all', ...offered },
  'mapping.resumeAll': { screen: 'mapping', label: 'Resume all', ...offered },
  'mapping.startAgain': { screen: 'mapping', label: 'Start again' },
  'mapping.export': { screen: 'mapping', label: 'Export' },
  'mapping.addProduct': { screen: 'mapping', label: 'Add product' },
  'mapping.sendAgain': { screen: 'mapping', label: 'Send again' },
  'mapping.showRequest': { screen: 'mapping', label: 'Show request' },
  'mapping.draftAll': { screen: 'mapping', label: 'Use all suggestions' },
  'mapping.draftItem': { screen: 'mapping', label: 'Use this suggestion' },
  'mapping.nextPreview': { screen: 'mapping', label: 'Next suggestion' },
  'mapping.previousPreview': { screen: 'mapping', label: 'Previous suggestion' },
  'mapping.back': { ...goBack, screen: 'mapping' },

  'notifications.search': { ...search, screen: 'notifications', label: 'Search events', ...offered },
  'notifications.register': { screen: 'notifications', label: 'Choose alerts', ...offered },
  'notifications.turnOn': { screen: 'notifications', label: 'Turn on alerts' },
  'notifications.subscribe': { screen: 'notifications', label: 'Subscribe to a topic', ...offeredAtSubscriptions },
  'notifications.addDestination': { screen: 'notifications', label: 'Add destination', ...offeredAtSubscriptions },
  'notifications.log': { screen: 'notifications', label: 'Show events' },
  'notifications.subscriptions': { screen: 'notifications', label: 'Show advanced notifications', ...offered },
  'notifications.preferences': { screen: 'notifications', label: 'Open legacy preferences', ...offeredAtSubscriptions },
  'notifications.challenge': { screen: 'notifications', label: 'Check the challenge', ...offeredAtSubscriptions },
  'notifications.showNews': { screen: 'notifications', label: 'Show sales and questions', ...offered },
  'notifications.showFailed': { screen: 'notifications', label: 'Show failed notifications', ...offered },
  'notifications.showQuarantined': { screen: 'notifications', label: 'Show ignored events', ...offered },
  'notifications.checkQuarantined': { screen: 'notifications', label: 'Check ignored events again', ...offered },
  'notifications.showErasures': { screen: 'notifications', label: 'Show closed user accounts' },
  'notifications.showRejected': { screen: 'notifications', label: 'Show rejected requests' },
  'notifications.keepPort': { screen: 'notifications', label: 'Keep this port' },
  'notifications.acceptLate': { screen: 'notifications', label: 'Accept' },
  'notifications.checkEvent': { screen: 'notifications', label: 'Check again' },
  'notifications.replayEvent': { screen: 'notifications', label: 'Process again' },
  'notifications.editReplay': { screen: 'notifications', label: 'Edit and process again' },
  'notifications.removeEventReplays': { screen: 'notifications', label: 'Remove what was processed again' },
  'notifications.enable': { screen: 'notifications', label: 'Enable', isSearchOnly: true },
  'notifications.disable': { screen: 'notifications', label: 'Disable', isSearchOnly: true },
  'notifications.test': { screen: 'notifications', label: 'Test', isSearchOnly: true },
  'notifications.filter': { screen: 'notifications', label: 'Filter', isSearchOnly: true },
  'notifications.challengeHere': { screen: 'notifications', label: 'Challenge on this computer' },
  'notifications.challengeAddress': { screen: 'notifications', label: 'Challenge the registered address' },
  'notifications.shipIt': { screen: 'notifications', label: 'Ship it' },
  'notifications.lookInOrders': { screen: 'notifications', label: 'Look in Orders' },
  'notifications.openCase': { screen: 'notifications', label: 'Open the case' },
  'notifications.openItem': { screen: 'notifications', label: 'Open the item' },
  'notifications.writeToBuyer': { screen: 'notifications', label: 'Write to buyer', keys: 'r' },
  'notifications.restock': { screen: 'notifications', label: 'Restock', keys: 's' },
  'notifications.showOrder': { screen: 'notifications', label: 'Show order', keys: 'o' },
  'notifications.refresh': { screen: 'notifications', label: 'Refresh' },
  'notifications.applyFilter': { screen: 'notifications', label: 'Apply filter' },
  'notifications.back': { ...goBack, screen: 'notifications' },

  'earnings.refresh': { screen: 'earnings', label: 'Check for new earnings', ...offered },
  'earnings.export': { screen: 'earnings', label: 'File for the accountant', ...offered },

  'practice.sendAsBuyer': { screen: 'practice', label: 'Send as the buyer' },
  'practice.sendNotice': { screen: 'practice', label: 'Send a notice' },
  'practice.makeEvent': { screen: 'practice', label: 'Simulate' },
  'practice.buy': { screen: 'practice', label: 'Buy as the buyer' },
  'practice.makeOffer': { screen: 'practice', label: 'Make an offer as the buyer' },
  'practice.publish': { screen: 'practice', label: 'Publish' },
  'practice.restoreSample': { screen: 'practice', label: 'Restore sample' },
  'practice.switchFault': { screen: 'practice', label: 'Turn a fault on or off', isSearchOnly: true },
  'practice.addFault': { screen: 'practice', label: 'Add custom fault' },
  'practice.clearFaults': { screen: 'practice', label: 'Clear all faults' },
  'practice.advanceClock': { screen: 'practice', label: 'Advance the clock', isSearchOnly: true },

  'settings.back': { ...goBack, screen: 'settings' },
  'settings.search': { ...search, screen: 'settings', label: 'Search settings', ...offered },
  'settings.editConnection': { screen: 'settings', label: 'Edit this connection', ...offered },
  'settings.readOnly': { screen: 'settings', label: 'Turn on read-only mode', ...offered },
  'settings.desktop': { screen: 'settings', label: 'Desktop', isSearchOnly: true },
  'settings.checkForUpdate': { screen: 'settings', label: 'Check for an update' },
  'settings.downloadUpdate': { screen: 'settings', label: 'Download the new version' },
  'settings.installUpdate': { screen: 'settings', label: 'Restart with the new version' },
  'settings.checkConnection': { screen: 'settings', label: 'Check connection', ...offered },
  'settings.signIn': { screen: 'settings', label: 'Sign in', ...offered },
  'settings.signOut': { screen: 'settings', label: 'Sign out' },
  'settings.backUp': { screen: 'settings', label: 'Back up now', ...offered },
  'settings.export': { screen: 'settings', label: 'Export all data', ...offered },
  'settings.import': { screen: 'settings', label: 'Import an export', ...offered },
} as const satisfies Record<string, Command>

export type CommandId = keyof typeof commands

export const commandIds = Object.keys(commands) as readonly CommandId[]

/** The command's row, typed with every optional field. */
export const commandInfo = (id: CommandId): Command => commands[id]

type KeyHint = { readonly keys: string; readonly label: string; readonly screens: readonly ScreenName[] }

const lists = ['inbox', 'outbox', 'mapping', 'notifications'] as const

/** Keys that a list, the sheet or a text field handles itself; listed for the key help only. */
export const keyHints: readonly KeyHint[] = [
  { keys: 'j', label: 'Next row', screens: lists },
  { keys: 'k', label: 'Previous row', screens: lists },
  { keys: 'Enter', label: 'Open the row', screens: lists },
  { keys: 'Shift+↓', label: 'Select and move on', screens: ['inbox'] },
  { keys: '↑ ↓ ← →', label: 'Move; with Shift, select a block', screens: ['items'] },
  { keys: 'Space', label: 'Open the item', screens: ['items'] },
  { keys: 'Shift+Space', label: 'Select the rows', screens: ['items'] },
  { keys: 'Enter', label: 'Edit the cell; or just type', screens: ['items'] },
  { keys: 'Tab', label: 'Next cell', screens: ['items'] },
  { keys: 'Delete', label: 'Empty the selected cells', screens: ['items'] },
  { keys: 'Mod+D', label: 'Fill down', screens: ['items'] },
  { keys: 'Mod+C', label: 'Copy the block', screens: ['items'] },
  { keys: 'Mod+V', label: 'Paste a block', screens: ['items'] },
]
