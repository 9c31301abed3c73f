/**
 * SECURITY (SEC-04): what a hostile page reaches by calling every method of the contract, while the seller agrees to nothing.
 */
import { afterEach, expect, it } from 'vitest'
import { contract, type StallhandHandlers } from '../../../shared/ipc/contract.ts'
import { createTestHost } from '../connection/open-app.ts'
import { startPlatform } from '../connection/open-practice.ts'

/**
 * `here`: reads, or changes what is on this computer only. `gate`: may change the platform, through the write gate.
 * `asks`: the host asks the seller first. A method that is missing here does not compile.
 */
type Reach = 'here' | 'gate' | 'asks'
const reaches: { readonly [F in keyof StallhandHandlers]: { readonly [M in keyof StallhandHandlers[F]]: Reach } } = {
  app: {
    status: 'here',
    view: 'here',
    saveView: 'here',
    dismissNotice: 'here',
    restoreBackup: 'here',
    saveFile: 'here',
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
    restore: 'here',
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
    tryNow: 'here',
    image: 'here',
    check: 'here',
    keepSecrets: 'asks',
    allowWrites: 'asks',
    lockWrites: 'asks',
    list: 'here',
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
    signOut: 'here',
  },
  inventory: {
    prepareRun: 'here',
    run: 'here',
    runRows: 'here',
    runDeletions: 'here',
    confirmRunDeletions: 'here',
    startRun: 'gate',
    pauseRun: 'here',
    resumeRun: 'gate',
    stopRun: 'here',
    setChangeReserve: 'here',
    stageCells: 'here',
    undoCells: 'here',
    redoCells: 'here',
    stagedCsv: 'here',
    stagedCsvRows: 'here',
    stageCsv: 'here',
    recheckCsv: 'here',
    readCsvItems: 'here',
    applyCsv: 'here',
    discardCsv: 'here',
    exportCsv: 'here',
    items: 'here',
    item: 'here',
    budget: 'here',
    previewSave: 'here',
    history: 'here',
    savedVersions: 'here',
    saveEdit: 'here',
    discardEdit: 'here',
    resolveConflicts: 'here',
    restoreVersion: 'here',
    addSkus: 'here',
    removeFromList: 'here',
    refreshItem: 'here',
    retryReading: 'here',
    save: 'gate',
    withdrawSave: 'here',
    previewReplace: 'here',
    replaceRecord: 'gate',
    recordFamily: 'here',
    setContentLanguage: 'here',
    setLowStock: 'here',
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
    history: 'here',
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
  },
  messaging: {
    conversations: 'here',
    conversationOffset: 'here',
    nextUnanswered: 'here',
    facets: 'here',
    sync: 'here',
    savedSearches: 'here',
    saveSearch: 'here',
    arrangeSearches: 'here',
    deleteSearch: 'here',
    counts: 'here',
    thread: 'here',
    outbox: 'here',
    openLink: 'here',
    refreshThread: 'here',
    saveDraft: 'here',
    markReviewed: 'here',
    send: 'gate',
    withdraw: 'here',
    sendNow: 'gate',
    discard: 'here',
    settle: 'here',
    newMessage: 'here',
    newDrafts: 'here',
    sentRecently: 'here',
    savedReplies: 'here',
    saveReply: 'here',
    deleteReply: 'here',
    markRead: 'gate',
    file: 'gate',
    deletions: 'here',
    deleteConversations: 'gate',
    cancelDeletions: 'here',
    syncNow: 'here',
  },
  notifications: {
    receiver: 'here',
    setQuarantineDays: 'here',
    keepPort: 'here',
    openPortAgain: 'here',
    events: 'here',
    event: 'here',
    processAgain: 'here',
    setNote: 'here',
    replay: 'here',
    replayEdited: 'here',
    replayRun: 'here',
    stopReplay: 'here',
    eventIds: 'here',
    exportCaptures: 'here',
    importCaptures: 'here',
    removeMarked: 'here',
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
    compareToken: 'here',
    setVerificationToken: 'here',
    preferences: 'here',
    readPreferences: 'here',
    setPreferences: 'gate',
  },
  outbound: {
    list: 'here',
    counts: 'here',
    sendNow: 'gate',
    discard: 'here',
    hold: 'here',
    release: 'gate',
  },
  practice: {
    status: 'here',
    items: 'here',
    setFault: 'here',
    clearFaults: 'here',
    advanceClock: 'here',
    sendAsBuyer: 'here',
    triggerEvent: 'here',
    topics: 'here',
    publishTopic: 'here',
    deliveries: 'here',
    deliverNow: 'here',
    giveUpDelivery: 'here',
  },
}

/** Inputs that get past validation where it matters. Every other method is called with an empty object. */
const inputs: Readonly<Record<string, unknown>> = {
  'connection.keepSecrets': { refreshToken: 'canary-of-the-page' },
  'connection.lockWrites': { isReadOnly: false },
  'mapping.start': { products: [{ externalProductId: '1', title: 'A lamp' }], requestKey: 'one-act-of-a-page' },
  'notifications.register': { events: ['FixedPriceTransaction'] },
  'notifications.updateConfig': { alertEmail: 'page@stranger.invalid' },
  'notifications.createDestination': { name: 'x', endpoint: 'https://stranger.invalid/', status: 'ENABLED' },
  'outbound.release': {},
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

it('SEC-04 a page that calls every method sends no change, opens no browser, and gets no secret', async () => {
  const platform = await startPlatform()
  closing.push(() => platform.stop())
  const host = createTestHost()
  closing.push(host.close)
  const app = await host.start()
  const oauth = { clientId: 'practice-client', authorizeUrl: 'https://sign-in.stranger.invalid/authorize' }
  const profile = { name: 'Real shop', kind: 'production', baseUrl: platform.url, oauth }
  const { id } = await host.ask<{ id: string }>('connection.create', { profile })
  await host.ask('connection.open', { id })
  await host.ask('connection.keepSecrets', { clientSecret: 'practice-secret', refreshToken: 'practice-refresh-token' })
  await host.ask('connection.lockWrites', { isReadOnly: true })
  host.settings.delete('confirmedOrigins')
  host.questions.splice(0)
  host.reported.splice(0)

  const asked: string[] = []
  for (const [feature, methods] of Object.entries(contract)) {
    for (const [name, definition] of Object.entries(methods)) {
      const method = `${feature}.${name}`
      if (!('input' in definition) || method === 'connection.allowWrites') continue
      const before = host.questions.length
      host.answers.push(false)
      await Promise.resolve(app.call(method, inputs[method] ?? {})).then((result) =>
        host.reported.push(JSON.stringify(result)),
      )
      host.answers.splice(0)
      if (host.questions.length > before) asked.push(method)
    }
  }
  // This host has no updates to ask about; consent to production has its own test.
  const asking = Object.entries(reaches).flatMap(([feature, methods]) =>
    Object.entries(methods).flatMap(([name, reach]) => (reach === 'asks' ? [`${feature}.${name}`] : [])),
  )
  expect(asked.toSorted()).toEqual(
    asking.filter((method) => method !== 'app.downloadUpdate' && method !== 'connection.allowWrites').toSorted(),
  )
  const answer = await fetch(`${platform.url}/practice/status`)
  const { requests } = (await answer.json()) as { requests: readonly { method: string; operation: string }[] }
  const changes = requests.filter(({ method, operation }) => method !== 'GET' && !/token|TaskById/i.test(operation))
  expect(changes).toEqual([])
  expect(host.browsed).toEqual([])
  expect([...host.vault.values()].join()).not.toContain('canary-of-the-page')
  expect(host.reported.filter((text) => /practice-secret|practice-refresh-token/.test(text))).toEqual([])
})
