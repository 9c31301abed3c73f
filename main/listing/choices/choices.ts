/** Policies, locations and defaults, stored so that an offer can be prepared offline (LST-05). `categories.ts` has the categories. */
import * as z from 'zod'
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import type {
  ListingLocation,
  NewLocation,
  Policy,
  PolicyKind,
} from '../../../shared/listing/contract/choices-contract.ts'
import { policyKinds } from '../../../shared/listing/contract/choices-contract.ts'
import { formatMoney } from '../../../shared/money.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'
import type { Clock, Log } from '../../ports.ts'
import type { FieldContext } from '../offers/offer-draft.ts'
import type { ChoicesClient, UploadedPicture } from '../platform/choices-client.ts'
import type { OfferClient } from '../platform/offer-client.ts'
import { createCategories } from './categories.ts'

const CHOICES_MS = 24 * 60 * 60_000

const id = z.string().nullable().catch(null)
const defaultsSchema = z.object({
  fulfillmentPolicyId: id,
  paymentPolicyId: id,
  returnPolicyId: id,
  merchantLocationKey: id,
})
type Defaults = z.infer<typeof defaultsSchema>
const noDefaults: Defaults = {
  fulfillmentPolicyId: null,
  paymentPolicyId: null,
  returnPolicyId: null,
  merchantLocationKey: null,
}

const PICTURES = 'pictures'
const picturesSchema = z.record(z.string(), z.number()).catch({})
/** Pictures that expired longer ago are in no item that is still being prepared. */
const FORGET_PICTURES_MS = 180 * 24 * 60 * 60_000

/** The last reading of policies and locations. */
type Read = {
  readonly hasPolicies: boolean | null
  readonly policies: readonly Policy[]
  readonly locations: readonly ListingLocation[]
  readonly isRegistered?: boolean | null
  readonly readAtMs: number
}

export type Choices = ReturnType<typeof createChoices>

export const createChoices = (deps: {
  readonly profile: ConnectionProfile
  readonly database: Database
  readonly client: ChoicesClient
  readonly offers: OfferClient
  readonly clock: Clock
  readonly log: Log
  readonly onChange: () => void
  readonly locale: () => string | undefined
}) => {
  const { profile, database, client, clock } = deps
  const { marketplaceId } = profile
  const { marketplaces, capabilities, name: platformName } = getPlatform(profile)
  const marketplace = marketplaces.find((known) => known.id === marketplaceId) ?? marketplaces[0]
  const currency = marketplace?.currency ?? 'USD'
  const marketplaceLabel = marketplace?.id === marketplaceId ? marketplace.label : marketplaceId
  const categories = createCategories({ ...deps, marketplaceId })
  let problem: AppError | null = null

  const get = (name: string): unknown => {
    const row = database.get<{ value: string }>('SELECT value FROM listing_choices WHERE name = ?', [name])
    return readStoredJson(z.unknown(), row?.value)
  }
  const put = (name: string, value: unknown): void =>
    void database.run('INSERT OR REPLACE INTO listing_choices (name, value) VALUES (?, ?)', [
      name,
      JSON.stringify(value),
    ])

  const pictures = (): Readonly<Record<string, number>> => picturesSchema.parse(get(PICTURES) ?? {})

  // A connection's marketplace may change, so each reading is stored by its marketplace.
  const readName = `read/${marketplaceId}`
  const defaultsName = `defaults/${marketplaceId}`
  /**
   * Locations that offers name and the last reading doesn't have: the platform makes some by itself, at a takeover for example. They
   * count as known until the locations are read again (PLT-45).
   */
  const named = new Set<string>()
  /** Named by offers, but missing from a reading since. */
  const missing = new Set<string>()
  const lastRead = (): Read | undefined => {
    const read = get(readName) as Read | undefined
    if (read === undefined || named.size === 0) return read
    const known = read.locations.map(({ merchantLocationKey }) => merchantLocationKey)
    const added = [...named].filter((key) => !known.includes(key))
    const toLocation = (key: string): ListingLocation => ({
      merchantLocationKey: key,
      name: key,
      address: '',
      isEnabled: true,
    })
    return { ...read, locations: [...read.locations, ...added.map(toLocation)] }
  }
  /** The last choices, if they still exist. Otherwise the only option, if there is just one. */
  const defaults = (): Defaults => {
    const kept = defaultsSchema.catch(noDefaults).parse(get(defaultsName) ?? noDefaults)
    const read = lastRead()
    if (read === undefined) return kept
    const choose = (last: string | null, options: readonly string[]): string | null => {
      if (last !== null && options.includes(last)) return last
      return options.length === 1 ? (options[0] ?? null) : null
    }
    const policiesOf = (kind: PolicyKind): readonly string[] =>
      read.policies.filter((policy) => policy.kind === kind).map(({ policyId }) => policyId)
    const enabled = read.locations.filter(({ isEnabled }) => isEnabled)
    return {
      fulfillmentPolicyId: choose(kept.fulfillmentPolicyId, policiesOf('fulfillment')),
      paymentPolicyId: choose(kept.paymentPolicyId, policiesOf('payment')),
      returnPolicyId: choose(kept.returnPolicyId, policiesOf('return')),
      merchantLocationKey: choose(
        kept.merchantLocationKey,
        enabled.map(({ merchantLocationKey }) => merchantLocationKey),
      ),
    }
  }

  const readLocations = async (): Promise<readonly ListingLocation[]> =>
    (await deps.offers.getInventoryLocations()).map(
      ({ merchantLocationKey, name, merchantLocationStatus, location }) => {
        const {
          addressLine1 = '',
          postalCode = '',
          city = '',
          stateOrProvince = '',
          country = '',
        } = location?.address ?? {}
        const place = [addressLine1, `${postalCode} ${city}`.trim(), stateOrProvince, country].filter(
          (part) => part !== '',
        )
        return {
          merchantLocationKey,
          name: name || merchantLocationKey,
          address: place.join(', '),
          isEnabled: merchantLocationStatus !== 'DISABLED',
        }
      },
    )

  /**
   * Reads everything, each part on its own (PLT-35): for up to a day after a seller joined business policies, the platform refuses
   * to list them, and locations are needed all the same. A part that fails keeps its last reading. Throws if all failed.
   */
  const refresh = async (): Promise<void> => {
    const before = get(readName) as Read | undefined
    const requested = [...named]
    const failures: Failure[] = []
    const keep = async <T>(read: Promise<T>, kept: T): Promise<T> => {
      try {
        return await read
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        failures.push(error)
        return kept
      }
    }
    const keptPolicies = before?.policies ?? []
    try {
      const [hasPolicies, locations, isRegistered] = await Promise.all([
        keep<boolean | null>(client.hasPolicyProgram(), before?.hasPolicies ?? null),
        keep(readLocations(), before?.locations ?? []),
        client.isRegistered().catch((error: unknown) => {
          // Only explains refusals, so a failure costs nothing.
          if (error instanceof Failure) return before?.isRegistered ?? null
          throw error
        }),
      ])
      const policies = await Promise.all(
        (hasPolicies === false ? [] : policyKinds).map((kind) =>
          keep(
            client.getPolicies(kind),
            keptPolicies.filter((policy) => policy.kind === kind),
          ),
        ),
      )
      const [failure] = failures
      problem = failure?.detail ?? null
      if (failure !== undefined && failures.length === 2 + policies.length) throw failure
      put(readName, {
        hasPolicies,
        policies: policies.flat(),
        locations,
        isRegistered,
        readAtMs: clock.nowMs(),
      } satisfies Read)
      for (const key of failures.length === 0 ? requested : []) {
        named.delete(key)
        if (!locations.some(({ merchantLocationKey }) => merchantLocationKey === key)) missing.add(key)
      }
    } finally {
      deps.onChange()
    }
  }

  const setDefaults = (next: Defaults): void => {
    put(defaultsName, next)
    deps.onChange()
  }

  return {
    marketplaceId,
    marketplaceLabel,
    platformName,
    currency,
    lastRead,
    problem: () => problem,
    /** Formats an amount as the window does: `$129.00`. */
    money: (amount: string | number, currency: string): string => formatMoney(Number(amount), currency, deps.locale()),
    /** A day, as the window writes it. */
    date: (atMs: number): string =>
      new Intl.DateTimeFormat(deps.locale(), { day: 'numeric', month: 'long', year: 'numeric' }).format(atMs),
    defaults,
    setDefaults,
    /** Remembers when an uploaded picture expires unless a listing uses it (PLT-34). */
    keepPicture: ({ imageUrl, expiresAtMs }: UploadedPicture): void => {
      if (expiresAtMs === null) return
      const recent = Object.entries(pictures()).filter(([, atMs]) => atMs > clock.nowMs() - FORGET_PICTURES_MS)
      put(PICTURES, Object.fromEntries([...recent, [imageUrl, expiresAtMs]]))
    },
    /** When each picture that was uploaded here expires, by its address. */
    pictures,
    readLocations,
    refresh,
    /** Reads the choices again if an offer, as just read, names a location that isn't known (PLT-45). Never throws. */
    noteOffers: (offers: readonly JsonObject[]): void => {
      const read = lastRead()
      if (read === undefined) return
      const unknown = offers.flatMap(({ merchantLocationKey: key }) =>
        typeof key === 'string' &&
        !missing.has(key) &&
        !read.locations.some(({ merchantLocationKey }) => merchantLocationKey === key)
          ? [key]
          : [],
      )
      if (unknown.length === 0) return
      for (const key of unknown) named.add(key)
      void refresh().catch((error: unknown) => {
        if (!(error instanceof Failure)) deps.log.error('could not read the choices again', { error })
      })
    },
    requireCategory: categories.requireCategory,
    readCategoryName: categories.readName,
    /** The data that an offer's fields are checked against. */
    context: (isLive: boolean): FieldContext => {
      const read = lastRead()
      return {
        marketplaceLabel,
        platformName,
        currency,
        locale: deps.locale(),
        policies: read?.policies,
        locations: read?.locations,
        category: categories.load,
        hasCatalogDetails: capabilities.catalogDetails,
        isLive,
      }
    },
    /** The stored category; undefined if it was never read. */
    category: categories.load,
    categoryName: categories.nameOf,
    suggest: categories.suggest,
    /** Reads what showing an item's listing needs and isn't stored yet. Never throws the read's errors. */
    prepare: async (categoryId: string): Promise<void> => {
      const readAtMs = lastRead()?.readAtMs ?? 0
      const wanted = [
        ...(clock.nowMs() - readAtMs > CHOICES_MS ? [refresh()] : []),
        ...(categoryId.trim() === '' ? [] : [categories.requireCategory(categoryId.trim())]),
      ]
      for (const { status, reason } of (await Promise.allSettled(
        wanted,
      )) as readonly Partial<PromiseRejectedResult>[]) {
        if (status === 'rejected' && !(reason instanceof Failure)) throw reason
      }
    },
    optIn: async (): Promise<string> => {
      const hadJoined = await client.optInToProgram()
      await refresh().catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
      })
      return hadJoined
        ? 'You have joined business policies already.'
        : `You have joined business policies. ${platformName.The} may take a day; then create your policies there.`
    },
    createLocation: async (location: NewLocation): Promise<void> => {
      await deps.offers.createInventoryLocation(location)
      if (defaults().merchantLocationKey === null) {
        setDefaults({ ...defaults(), merchantLocationKey: location.merchantLocationKey })
      }
      await refresh().catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
      })
    },
  }
}
