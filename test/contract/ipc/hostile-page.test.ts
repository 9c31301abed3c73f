/**
 * SECURITY (SEC-04): what a hostile page achieves by calling every method of the contract with valid inputs while the seller
 * agrees to nothing.
 */
import diagnosticsChannel from 'node:diagnostics_channel'
import { afterEach, expect, it } from 'vitest'
import { noDesktop } from '../../../main/hosts/common/no-desktop.ts'
import type { Updates } from '../../../main/ports.ts'
import { isLoopback } from '../../../shared/connection/profile.ts'
import { contract, type StallhandHandlers } from '../../../shared/ipc/contract.ts'
import { type KnownValues, sampleInput } from '../../support/sample-input.ts'
import { createTestHost, type TestHost } from '../connection/open-app.ts'
import { startPlatform } from '../connection/open-practice.ts'

/**
 * `here`: reads, or changes data on this computer only. `gate`: may change the platform, through the write gate.
 * `asks`: the host asks the seller first. `visits`: fetches an address from the page, without a credential.
 *
 * A method missing here is a compile error.
 */
type Reach = 'here' | 'gate' | 'asks' | 'visits'
const reaches: { readonly [F in keyof StallhandHandlers]: { readonly [M in keyof StallhandHandlers[F]]: Reach } } = {
  app: {
    status: 'here',
    view: 'here',
    saveView: 'here',
    dismissNotice: 'here',
    restoreBackup: 'here',
    saveFile: 'here',
    print: 'here',
    savePdf: 'here',
    desktop: 'here',
    chooseDesktop: 'here',
    checkForUpdate: 'here',
    downloadUpdate: 'asks',
    installUpdate: 'here',
    problemReport: 'here',
    firstSteps: 'here',
    showFirstSteps: 'here',
  },
  storage: {
    facts: 'here',
    backUpNow: 'here',
    chooseBackupFolder: 'asks',
    forgetBackupFolder: 'here',
    restore: 'here',
    takeFound: 'here',
    export: 'here',
    exportPart: 'here',
    endExport: 'here',
    beginImport: 'here',
    importPart: 'here',
    lookAtImport: 'here',
    import: 'here',
    cancelImport: 'here',
  },
  connection: {
    status: 'here',
    calls: 'here',
    tryNow: 'here',
    image: 'visits',
    check: 'here',
    keepSecrets: 'asks',
    allowWrites: 'asks',
    lockWrites: 'asks',
    list: 'here',
    receivers: 'here',
    get: 'here',
    create: 'here',
    update: 'here',
    duplicate: 'here',
    delete: 'here',
    open: 'here',
    draft: 'here',
    keepDraft: 'here',
    beginSignIn: 'asks',
    finishSignIn: 'here',
    cancelSignIn: 'here',
    openDeveloperPages: 'here',
    signOut: 'here',
  },
  inventory: {
    planRun: 'here',
    setChangeReserve: 'here',
    group: 'here',
    refreshGroup: 'here',
    saveGroupEdit: 'here',
    addGroupPictures: 'here',
    cancelNewGroup: 'here',
    planGroup: 'here',
    previewCells: 'here',
    changeCells: 'here',
    stageCells: 'here',
    undoCells: 'here',
    redoCells: 'here',
    stagedCsv: 'here',
    stagedCsvRows: 'here',
    stageCsv: 'here',
    matchCsvColumn: 'here',
    correctCsvCell: 'here',
    exportCsvProblems: 'here',
    recheckCsv: 'here',
    readCsvItems: 'here',
    applyCsv: 'here',
    discardCsv: 'here',
    exportCsv: 'here',
    items: 'here',
    item: 'here',
    activeListing: 'here',
    aspectsInUse: 'here',
    budget: 'here',
    previewSave: 'here',
    history: 'here',
    savedVersions: 'here',
    saveEdit: 'here',
    addPictures: 'here',
    discardEdit: 'here',
    resolveConflicts: 'here',
    restoreVersion: 'here',
    proposedSku: 'here',
    createItem: 'here',
    template: 'here',
    saveTemplate: 'here',
    deleteTemplate: 'here',
    addSkus: 'here',
    removeFromList: 'here',
    refreshItem: 'here',
    retryReading: 'here',
    save: 'gate',
    withdrawSave: 'here',
    recordFamily: 'here',
    setContentLanguage: 'here',
    setLowStock: 'here',
    setPrivateField: 'here',
  },
  listing: {
    listing: 'here',
    refreshListing: 'here',
    openListing: 'here',
    planTakeover: 'here',
    planDeletion: 'here',
    newGroup: 'here',
    planNewGroup: 'here',
    openListingPage: 'here',
    saveDraft: 'here',
    discardDraft: 'here',
    resolveConflicts: 'here',
    previewOffer: 'here',
    saveOffer: 'gate',
    fees: 'here',
    publish: 'gate',
    withdraw: 'gate',
    deleteOffer: 'gate',
    categorySuggestions: 'here',
    category: 'here',
    categoryName: 'here',
    choices: 'here',
    refreshChoices: 'here',
    optIn: 'gate',
    createLocation: 'gate',
    locationUse: 'here',
    setLocationState: 'gate',
    uploadPicture: 'gate',
    planRun: 'here',
    planNext: 'here',
  },
  mapping: {
    tasks: 'here',
    task: 'here',
    previews: 'here',
    invalidProducts: 'here',
    unmappedProducts: 'here',
    unprocessedProducts: 'here',
    productsSent: 'here',
    requestBody: 'here',
    preview: 'here',
    startPlan: 'here',
    draftFromPreview: 'here',
    suggestion: 'here',
    takeSuggestion: 'here',
    draftPlan: 'here',
    exportList: 'here',
    productsFromCsv: 'here',
    startDraft: 'here',
    saveStartDraft: 'here',
    start: 'gate',
    startAgain: 'gate',
    checkNow: 'here',
    pause: 'here',
    resume: 'here',
    pauseAll: 'here',
    resumeAll: 'here',
    saveCorrection: 'here',
    addTaskId: 'here',
    createDraftItem: 'here',
    createDraftItems: 'here',
  },
  proposals: {
    assistants: 'here',
    addAssistant: 'here',
    changeRead: 'here',
    withdrawAssistant: 'here',
    readings: 'here',
    proposals: 'here',
    accept: 'here',
    acceptMany: 'here',
    takeBack: 'here',
    take: 'here',
    dismiss: 'here',
    undoDismiss: 'here',
    dismissAll: 'here',
  },
  overview: {
    days: 'here',
    listedItems: 'here',
    listingEvents: 'here',
    itemConversations: 'here',
    orderConversations: 'here',
    listingConversations: 'here',
  },
  messaging: {
    conversations: 'here',
    earlierAnswers: 'here',
    conversationOffset: 'here',
    nextUnanswered: 'here',
    buyer: 'here',
    saveBuyerNote: 'here',
    setNoReplyNeeded: 'here',
    snooze: 'here',
    facets: 'here',
    sync: 'here',
    savedSearches: 'here',
    saveSearch: 'here',
    deleteSearch: 'here',
    counts: 'here',
    thread: 'here',
    openLink: 'here',
    refreshThread: 'here',
    saveDraft: 'here',
    markReviewed: 'here',
    send: 'gate',
    newMessage: 'here',
    newDrafts: 'here',
    sentRecently: 'here',
    savedReplies: 'here',
    saveReply: 'here',
    searchPlatform: 'here',
    keepFound: 'here',
    deleteReply: 'here',
    markRead: 'gate',
    file: 'gate',
    undoFiling: 'gate',
    deletions: 'here',
    deleteConversations: 'gate',
    cancelDeletions: 'here',
    syncNow: 'here',
    reportUse: 'here',
  },
  notifications: {
    receiver: 'here',
    setQuarantineDays: 'here',
    keepPort: 'here',
    events: 'here',
    event: 'here',
    eventBody: 'here',
    acceptLate: 'here',
    processAgain: 'here',
    markSeen: 'here',
    checkQuarantined: 'here',
    erasures: 'here',
    dismissMentions: 'here',
    setNote: 'here',
    replay: 'here',
    removeReplays: 'here',
    linkListing: 'here',
    register: 'gate',
    subscriptions: 'here',
    getConfig: 'here',
    updateConfig: 'gate',
    getDestinations: 'here',
    createDestination: 'gate',
    getDestination: 'here',
    updateDestination: 'gate',
    deleteDestination: 'gate',
    getPublicKey: 'here',
    getSubscriptions: 'here',
    createSubscription: 'gate',
    getSubscription: 'here',
    updateSubscription: 'gate',
    deleteSubscription: 'gate',
    enableSubscription: 'gate',
    disableSubscription: 'gate',
    createSubscriptionFilter: 'gate',
    getSubscriptionFilter: 'here',
    deleteSubscriptionFilter: 'gate',
    testSubscription: 'gate',
    getTopics: 'here',
    getTopic: 'here',
    filterDraft: 'here',
    saveFilterDraft: 'here',
    testFilter: 'here',
    testFilterOnEvent: 'here',
    challenge: 'here',
    diagnoseChallenge: 'here',
    sendChallenge: 'here',
    setVerificationToken: 'here',
    preferences: 'here',
    readPreferences: 'here',
    setPreferences: 'gate',
  },
  offers: {
    reading: 'here',
    refresh: 'here',
    open: 'here',
    offer: 'here',
    counts: 'here',
    accept: 'gate',
    counter: 'gate',
    decline: 'gate',
    floor: 'here',
    saveFloor: 'here',
    eligible: 'here',
    planWatcherOffers: 'here',
    watcherOffers: 'here',
  },
  earnings: {
    state: 'here',
    months: 'here',
    month: 'here',
    payouts: 'here',
    payout: 'here',
    order: 'here',
    orders: 'here',
    ordersSum: 'here',
    soldSince: 'here',
    pastCosts: 'here',
    recostPastSales: 'here',
    restorePastCosts: 'here',
    items: 'here',
    transactions: 'here',
    exportFile: 'here',
    readNow: 'here',
  },
  orders: {
    orders: 'here',
    counts: 'here',
    salesByDay: 'here',
    order: 'here',
    address: 'here',
    beside: 'here',
    replyValues: 'here',
    exportCsv: 'here',
    openOrder: 'here',
    reading: 'here',
    refresh: 'here',
    refreshOrder: 'here',
    readEarlier: 'here',
    reportUse: 'here',
    carriers: 'here',
    readShipments: 'here',
    planShipments: 'here',
    ship: 'here',
    cases: 'here',
    openCase: 'here',
    pile: 'here',
    parcels: 'here',
    setPacked: 'here',
    setSeparate: 'here',
    carrierFile: 'here',
  },
  outbound: {
    list: 'here',
    counts: 'here',
    sendNow: 'gate',
    discard: 'here',
    withdraw: 'here',
    settle: 'here',
    hold: 'here',
    release: 'gate',
    done: 'here',
    planRows: 'here',
    startRun: 'gate',
    planRevert: 'here',
    runs: 'here',
    run: 'here',
    runRows: 'here',
    pauseRun: 'here',
    resumeRun: 'gate',
    stopRun: 'here',
    nextSteps: 'here',
    dismissNext: 'here',
  },
  practice: {
    status: 'here',
    items: 'here',
    setFault: 'here',
    clearFaults: 'here',
    advanceClock: 'here',
    sendAsBuyer: 'here',
    sendNotice: 'here',
    triggerEvent: 'here',
    buy: 'here',
    orders: 'here',
    actOnOrder: 'here',
    offers: 'here',
    makeOffer: 'here',
    actOnOffer: 'here',
    topics: 'here',
    publishTopic: 'here',
  },
}

const STRANGER = 'https://stranger.invalid'
const CANARY = 'canary-of-the-page'
const text = { messageText: 'Bought by a page', messageMedia: [], reference: null, emailCopyToSender: false }

const ofMoney = { currency: 'USD', month: '2026-11' }

/** Inputs that can't be generated from the schema. All other methods get a generated one. */
const chosen: Readonly<Record<string, (known: KnownValues) => unknown>> = {
  'connection.create': () => ({ profile: { name: 'Shop', kind: 'production', baseUrl: STRANGER } }),
  'connection.update': ({ id }) => ({ id, profile: { name: 'Real shop', kind: 'production', baseUrl: STRANGER } }),
  'connection.keepSecrets': () => ({ clientSecret: CANARY, refreshToken: CANARY }),
  'connection.lockWrites': () => ({ isReadOnly: false }),
  'earnings.months': () => ({ currency: 'USD', year: 2026 }),
  'earnings.month': () => ofMoney,
  'earnings.payouts': () => ({ currency: 'USD' }),
  'earnings.transactions': () => ofMoney,
  'earnings.exportFile': () => ({ ...ofMoney, period: 'year', content: 'sums' }),
  'inventory.save': ({ sku, previewToken }) => ({ sku, previewToken, confirmedDeletions: [] }),
  'listing.createLocation': () => ({
    ...{ merchantLocationKey: 'page', name: '', addressLine1: '', city: '', stateOrProvince: '' },
    ...{ postalCode: '95125', country: 'US' },
  }),
  'mapping.start': ({ products }) => ({ products, requestKey: 'one-act-of-a-page' }),
  'notifications.updateConfig': () => ({ alertEmail: 'page@stranger.invalid' }),
  'storage.chooseBackupFolder': () => ({ path: '/' }),
  'practice.sendAsBuyer': () => ({ username: 'page', text: 'From the page' }),
}

/** These methods replace the secrets, connection or database that the others use, so they come last. */
const closing = /^(app|storage|connection)\./

const methods = Object.entries(contract)
  .flatMap(([feature, members]) =>
    Object.entries(members).flatMap(([name, member]) =>
      'input' in member ? [{ method: `${feature}.${name}`, schema: member.input }] : [],
    ),
  )
  .toSorted((a, b) => Number(closing.test(a.method)) - Number(closing.test(b.method)))

const reachOf = (method: string): Reach | undefined => {
  const [feature = '', name = ''] = method.split('.')
  return (reaches as Readonly<Record<string, Readonly<Record<string, Reach>>>>)[feature]?.[name]
}

type Sent = { readonly origin: string; readonly method: string; readonly path: string; readonly headers: string }

/** Every request that this process sends. */
const sent: Sent[] = []
diagnosticsChannel.subscribe('undici:request:create', (message) => {
  const { request } = message as { request: { origin: unknown; method: string; path: string; headers: unknown } }
  const { origin, method, path, headers } = request
  sent.push({ origin: String(origin), method, path, headers: String(headers) })
})

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

/** Opens a production connection with data in every feature. Returns the ids that a page can find out. */
const openShop = async (host: TestHost, url: string): Promise<KnownValues> => {
  const { ask } = host
  const oauth = { clientId: 'practice-client', authorizeUrl: `${STRANGER}/authorize` }
  const profile = { name: 'Real shop', kind: 'production', baseUrl: url, oauth, canList: true }
  const { id } = await ask<{ id: string }>('connection.create', { profile })
  await ask('connection.open', { id })
  await ask('connection.keepSecrets', { clientSecret: 'practice-secret', refreshToken: 'practice-refresh-token' })
  await ask('connection.allowWrites')
  let ids: readonly string[] = []
  await expect
    .poll(async () => {
      const { rows } = await ask<{ rows: readonly { conversationId: string }[] }>('messaging.conversations', {
        view: 'all',
      })
      ids = rows.map(({ conversationId }) => conversationId)
      return ids.length
    })
    .toBe(3)
  const [conversationId = ''] = ids
  await ask('messaging.refreshThread', { conversationId })
  const target = { conversationId }
  const { revision } = await ask<{ revision: number }>('messaging.saveDraft', {
    target,
    content: text,
    revision: null,
    buyerMessagesSeen: 1_000,
  })
  const skus = ((await (await fetch(`${url}/practice/skus`)).json()) as { sku: string }[]).map(({ sku }) => sku)
  const [sku = ''] = skus
  await ask('inventory.addSkus', { skus })
  await ask('inventory.refreshItem', { sku })
  const changes = [{ op: 'set', path: ['product', 'title'], value: 'A title of the page' }]
  await ask('inventory.saveEdit', { sku, edit: { onto: 'existing', changes } })
  const { previewToken } = await ask<{ previewToken: string }>('inventory.previewSave', { sku })
  const { planToken } = await ask<{ planToken: string }>('inventory.planRun', { scope: { kind: 'changed' } })
  const products = [{ externalProductId: '1', title: 'A lamp' }]
  const { taskRefs } = await ask<{ taskRefs: readonly number[] }>('mapping.start', {
    products,
    requestKey: 'one-act-of-the-seller',
  })
  const [taskRef] = taskRefs
  await expect.poll(() => ask('mapping.task', { taskRef })).toMatchObject({ state: 'processing' })
  return {
    ...{ id, sku, skus, previewToken, planToken, runId: 1, products, taskRef, revision, target, content: text },
    ...{ conversationId, conversationIds: [conversationId], topicId: 'LISTING_PREVIEW_CREATION_TASK_STATUS' },
    ...{ url: `${STRANGER}/`, endpoint: `${STRANGER}/`, applicationUrl: `${STRANGER}/`, events: ['ItemSold'] },
  }
}

/** The method that is being called. */
let current = ''

type Page = {
  readonly host: TestHost
  readonly known: KnownValues
  readonly platformUrl: string
  readonly tasks: number
  /** Questions to the seller, and what the host installed. */
  readonly questions: string[]
  readonly installed: string[]
}

const countTasks = async (platformUrl: string): Promise<number> => {
  const answer = await fetch(`${platformUrl}/practice/status`)
  return ((await answer.json()) as { counts: { tasks: number } }).counts.tasks
}

/** Opens a page of a shop whose host offers an update. `agrees` is the seller's answer once the shop is set up. */
const openPage = async (agrees: boolean): Promise<Page> => {
  const platform = await startPlatform()
  ending.push(platform.stop)
  const [questions, installed]: [string[], string[]] = [[], []]
  let answer = true
  const updates: Updates = {
    host: 'updates.invalid',
    state: () => ({ phase: 'available', version: '2.0.0', percent: null, problem: null, checkedAtMs: 0 }),
    check: () => undefined,
    download: () => void installed.push('download'),
    install: async () => undefined,
  }
  const host = createTestHost({
    desktop: { ...noDesktop.desktop, updates },
    confirm: async ({ title }) => {
      // Queued changes ask for consent too, at their turn, so count this question only for the method that asks it directly.
      if (title !== 'Send to your real shop?' || current === 'connection.allowWrites') questions.push(title)
      return answer
    },
  })
  ending.push(host.close)
  await host.start()
  const known = await openShop(host, platform.url)
  answer = agrees
  questions.splice(0)
  return { host, known, platformUrl: platform.url, tasks: await countTasks(platform.url), questions, installed }
}

/** Calls every method in turn. Returns those that made the host ask. */
const callAll = async ({ host, known, questions }: Page): Promise<readonly string[]> => {
  const asked: string[] = []
  for (const { method, schema } of methods) {
    const input = chosen[method]?.(known) ?? sampleInput(schema, known)
    expect(schema.safeParse(input), `a valid input for ${method}`).toMatchObject({ success: true })
    const before = questions.length
    current = method
    await host.ask(method, input).catch(() => undefined)
    if (questions.length > before) asked.push(method)
  }
  return asked
}

/** Lists the writes to the platform: no token requests, no legacy reads, and for mapping only started tasks. */
const findWrites = async ({ platformUrl, tasks }: Page, since: number): Promise<readonly string[]> => {
  const writes = sent.slice(since).filter(({ origin, method, path, headers }) => {
    const isRead = method === 'GET' || /token|graphql/.test(path) || /CALL-NAME,Get/i.test(headers)
    return origin === platformUrl && !isRead
  })
  const started = (await countTasks(platformUrl)) - tasks
  return [
    ...writes.map(({ method, path }) => `${method} ${path.split('?', 1)[0]}`),
    ...Array.from({ length: started }, () => 'start task'),
  ]
}

it('SEC-04 a page that calls every method sends no change and no secret, installs nothing, and opens no browser', async () => {
  const asked = new Set<string>()
  for (const isReadOnly of [false, true]) {
    const page = await openPage(false)
    const { host, installed } = page
    if (isReadOnly) await host.ask('connection.lockWrites', { isReadOnly })
    // A restart ends the consent.
    await host.start()
    host.settings.delete('confirmedOrigins')
    const before = sent.length
    host.reported.splice(0)
    for (const method of await callAll(page)) asked.add(method)

    expect(await findWrites(page, before)).toEqual([])
    expect(host.browsed).toEqual([])
    expect(installed).toEqual([])
    expect(host.reported.filter((one) => one.includes('"isChosen":true'))).toEqual([])
    expect([...host.vault.values()].join()).not.toContain(CANARY)
    expect(host.reported.filter((one) => /practice-secret|practice-refresh-token/.test(one))).toEqual([])
    const visits = sent.slice(before).filter(({ origin }) => !isLoopback(new URL(origin).hostname))
    expect(visits.map(({ origin, method }) => `${method} ${origin}`)).toEqual([`GET ${STRANGER}`])
    expect(visits.filter(({ headers }) => /authorization|cookie/i.test(headers))).toEqual([])
  }
  expect([...asked].toSorted()).toEqual(
    methods.flatMap(({ method }) => (reachOf(method) === 'asks' ? [method] : [])).toSorted(),
  )
}, 120_000)

it('null control: the same calls change the platform if the seller agrees', async () => {
  const page = await openPage(true)
  const before = sent.length
  await callAll(page)
  const writes = await findWrites(page, before)
  expect(writes).toEqual(
    expect.arrayContaining([
      'start task',
      'POST /commerce/message/v1/bulk_update_conversation',
      'POST /commerce/notification/v1/destination',
      'PUT /commerce/notification/v1/subscription/sample',
      'POST /sell/inventory/v1/location/page',
    ]),
  )
}, 120_000)
