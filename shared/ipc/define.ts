/**
 * The building blocks of a feature's contract (query, command, event) and the types derived from it.
 *
 * A contract is one object keyed by method name; the wire name is `feature.method`. Handlers, client and event map are
 * derived from the same object, so a method without a handler doesn't compile.
 */
import * as z from 'zod'

type Schema = z.ZodType

/** Changes nothing, and is safe to repeat. */
export type Query<In extends Schema = Schema, Out extends Schema = Schema> = {
  readonly type: 'query'
  readonly input: In
  readonly output: Out
}

/** Changes something, and is never repeated automatically. */
export type Command<In extends Schema = Schema, Out extends Schema = Schema> = {
  readonly type: 'command'
  readonly input: In
  readonly output: Out
}

/** Something that happened. It carries ids, not data: listeners read again. */
export type Event<Data extends Schema = Schema> = { readonly type: 'event'; readonly data: Data }

export const query = <In extends Schema, Out extends Schema>(def: { input: In; output: Out }): Query<In, Out> => ({
  type: 'query',
  ...def,
})

export const command = <In extends Schema, Out extends Schema>(def: { input: In; output: Out }): Command<In, Out> => ({
  type: 'command',
  ...def,
})

/** The output of a command that only succeeds or fails. What its handler returns is dropped. */
export const done = z.unknown().transform(() => null)

export const event = <Data extends Schema>(data: Data): Event<Data> => ({ type: 'event', data })

type Member = Query | Command | Event
export type FeatureContract = Readonly<Record<string, Member>>
export type Contract = Readonly<Record<string, FeatureContract>>

type CallKeys<R extends FeatureContract> = { [K in keyof R]: R[K] extends Query | Command ? K : never }[keyof R] &
  string
type EventKeys<R extends FeatureContract> = { [K in keyof R]: R[K] extends Event ? K : never }[keyof R] & string

/** What a caller passes: defaults are not filled in. */
export type InputOf<M> = M extends Query<infer In, Schema> | Command<infer In, Schema> ? z.input<In> : never
/** What a handler receives: parsed. */
export type ParsedInputOf<M> = M extends Query<infer In, Schema> | Command<infer In, Schema> ? z.output<In> : never
/** What a handler returns, before the router parses it. */
type HandlerOutputOf<M> = M extends Query<Schema, infer Out> | Command<Schema, infer Out> ? z.input<Out> : never
/** What a caller receives. */
export type OutputOf<M> = M extends Query<Schema, infer Out> | Command<Schema, infer Out> ? z.output<Out> : never

/** All handlers of one feature. */
export type FeatureHandlers<R extends FeatureContract> = {
  readonly [K in CallKeys<R>]: (input: ParsedInputOf<R[K]>) => Promise<HandlerOutputOf<R[K]>> | HandlerOutputOf<R[K]>
}

export type Handlers<C extends Contract> = { readonly [Feature in keyof C]: FeatureHandlers<C[Feature]> }

/** `messaging.draftsChanged` → its data. */
export type EventMap<C extends Contract> = {
  [Feature in keyof C & string as `${Feature}.${EventKeys<C[Feature]>}`]: never
} extends infer Names
  ? { [Name in keyof Names & string]: EventDataOf<C, Name> }
  : never

type EventDataOf<C extends Contract, Name extends string> = Name extends `${infer Feature}.${infer Key}`
  ? C[Feature][Key] extends Event<infer Data>
    ? z.output<Data>
    : never
  : never

/** `{ messaging: { send(input): Promise<…> } }`, a promise that rejects with `Failure`. */
export type Client<C extends Contract> = {
  readonly [Feature in keyof C]: {
    readonly [K in CallKeys<C[Feature]>]: (input: InputOf<C[Feature][K]>) => Promise<OutputOf<C[Feature][K]>>
  }
}

/** The only place that builds wire names. */
export const wireName = (feature: string, member: string): string => `${feature}.${member}`

/** Finds the member of a wire name among own keys, so `__proto__.constructor` is unknown. */
export const findMember = (contract: Contract, name: string): Member | undefined => {
  const dot = name.indexOf('.')
  if (dot < 1) return undefined
  const feature = name.slice(0, dot)
  const key = name.slice(dot + 1)
  if (!Object.hasOwn(contract, feature)) return undefined
  const members = contract[feature]
  return members !== undefined && Object.hasOwn(members, key) ? members[key] : undefined
}

/** Emits an event of one feature, by its name in the feature's contract. */
export type FeatureEmit<R extends FeatureContract> = <K extends EventKeys<R>>(
  name: K,
  data: R[K] extends Event<infer Data> ? z.output<Data> : never,
) => void
