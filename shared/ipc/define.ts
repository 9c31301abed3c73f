/**
 * The words a room's contract is written in: query, command, event, and the types derived from them.
 *
 * A room's contract is one object; its keys are the method names. The wire name of a method is `room.method`, derived
 * here and typed nowhere else. Handlers, client and event map all come from the same object, so that a method without a
 * handler does not compile.
 */
import type * as z from 'zod'

type Schema = z.ZodType

/** A question: changes nothing, safe to repeat. */
export type Query<In extends Schema = Schema, Out extends Schema = Schema> = {
  readonly type: 'query'
  readonly input: In
  readonly output: Out
}

/** An act: never repeated by a machine on its own. */
export type Command<In extends Schema = Schema, Out extends Schema = Schema> = {
  readonly type: 'command'
  readonly input: In
  readonly output: Out
}

/** A past fact. It carries ids, not data: whoever listens reads again. */
export type Event<Data extends Schema = Schema> = { readonly type: 'event'; readonly data: Data }

export const query = <In extends Schema, Out extends Schema>(def: { input: In; output: Out }): Query<In, Out> => ({
  type: 'query',
  ...def,
})

export const command = <In extends Schema, Out extends Schema>(def: { input: In; output: Out }): Command<In, Out> => ({
  type: 'command',
  ...def,
})

export const event = <Data extends Schema>(data: Data): Event<Data> => ({ type: 'event', data })

export type Member = Query | Command | Event
export type FeatureContract = Readonly<Record<string, Member>>
export type Contract = Readonly<Record<string, FeatureContract>>

type CallKeys<R extends FeatureContract> = { [K in keyof R]: R[K] extends Query | Command ? K : never }[keyof R] &
  string
type EventKeys<R extends FeatureContract> = { [K in keyof R]: R[K] extends Event ? K : never }[keyof R] & string

/** What a caller hands in: before defaults are filled. */
export type InputOf<M> = M extends Query<infer In, Schema> | Command<infer In, Schema> ? z.input<In> : never
/** What a handler receives: parsed. */
export type ParsedInputOf<M> = M extends Query<infer In, Schema> | Command<infer In, Schema> ? z.output<In> : never
/** What a handler gives back: the router parses it on its way out. */
export type HandlerOutputOf<M> = M extends Query<Schema, infer Out> | Command<Schema, infer Out> ? z.input<Out> : never
/** What a caller gets. */
export type OutputOf<M> = M extends Query<Schema, infer Out> | Command<Schema, infer Out> ? z.output<Out> : never

/** The handlers of one room: all of them, no more. */
export type FeatureHandlers<R extends FeatureContract> = {
  readonly [K in CallKeys<R>]: (input: ParsedInputOf<R[K]>) => Promise<HandlerOutputOf<R[K]>> | HandlerOutputOf<R[K]>
}

export type Handlers<C extends Contract> = { readonly [Room in keyof C]: FeatureHandlers<C[Room]> }

/** `messaging.draftsChanged` → its data. */
export type EventMap<C extends Contract> = {
  [Room in keyof C & string as `${Room}.${EventKeys<C[Room]>}`]: never
} extends infer Names
  ? { [Name in keyof Names & string]: EventDataOf<C, Name> }
  : never

type EventDataOf<C extends Contract, Name extends string> = Name extends `${infer Room}.${infer Key}`
  ? C[Room][Key] extends Event<infer Data>
    ? z.output<Data>
    : never
  : never

/** Emits one event of the contract. Rooms in main are handed this and nothing more of the bus. */
export type Emit<C extends Contract> = <Name extends keyof EventMap<C> & string>(
  name: Name,
  data: EventMap<C>[Name],
) => void

/** `{ messaging: { send(input): Promise<…> } }`, a promise that rejects with `Failure`. */
export type Client<C extends Contract> = {
  readonly [Room in keyof C]: {
    readonly [K in CallKeys<C[Room]>]: (input: InputOf<C[Room][K]>) => Promise<OutputOf<C[Room][K]>>
  }
}

/** The one place where a wire name is made. */
export const wireName = (room: string, member: string): string => `${room}.${member}`

/** Finds the member of a wire name; own keys only, so that `__proto__.constructor` is as unknown as any other. */
export const findMember = (contract: Contract, name: string): Member | undefined => {
  const dot = name.indexOf('.')
  if (dot < 1) return undefined
  const room = name.slice(0, dot)
  const key = name.slice(dot + 1)
  if (!Object.hasOwn(contract, room)) return undefined
  const members = contract[room]
  return members !== undefined && Object.hasOwn(members, key) ? members[key] : undefined
}

/** Emits an event of one room, by its name in that room's contract. */
export type FeatureEmit<R extends FeatureContract> = <K extends EventKeys<R>>(
  name: K,
  data: R[K] extends Event<infer Data> ? z.output<Data> : never,
) => void
