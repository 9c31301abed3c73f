/**
 * Reads returns, inquiries and cancellation requests. Tolerant: a missing or unknown field is null.
 *
 * https://developer.ebay.com/Devzone/post-order/index.html
 */
import * as z from 'zod'
import type { CaseType, OrderCase } from '../../../shared/orders/case.ts'

const text = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null)
  .transform((value) => (value == null || value.trim() === '' ? null : value.trim()))
/** `{ value: '2026-01-02T…' }`, or the time itself. */
const date = z
  .union([z.looseObject({ value: text }).transform(({ value }) => value), text])
  .nullish()
  .catch(null)
  .transform((value) => {
    const atMs = Date.parse(value ?? '')
    return Number.isNaN(atMs) ? null : atMs
  })
const amount = z
  .looseObject({ value: text, currency: text })
  .nullish()
  .catch(null)
  .transform((money) =>
    money?.value == null || money.currency === null ? null : { value: money.value, currency: money.currency },
  )
const part = <T extends z.ZodRawShape>(shape: T) => z.looseObject(shape).nullish().catch(null)

const returnSchema = z.looseObject({
  returnId: text,
  buyerLoginName: text,
  orderId: text,
  state: text,
  status: text,
  creationInfo: part({ item: part({ itemId: text, transactionId: text }), reason: text, creationDate: date }),
  sellerTotalRefund: part({ estimatedRefundAmount: amount, actualRefundAmount: amount }),
  sellerResponseDue: part({ activityDue: text, respondByDate: date }),
})
const inquirySchema = z.looseObject({
  inquiryId: text,
  buyer: text,
  itemId: text,
  transactionId: text,
  orderId: text,
  inquiryStatusEnum: text,
  claimAmount: amount,
  creationDate: date,
  respondByDate: date,
})
const cancellationSchema = z.looseObject({
  cancelId: text,
  buyerLoginName: text,
  legacyOrderId: text,
  cancelState: text,
  cancelStatus: text,
  cancelReason: text,
  requestRefundAmount: amount,
  cancelRequestDate: date,
  sellerResponseDueDate: date,
  lineItems: z
    .array(part({ itemId: text, transactionId: text }))
    .nullish()
    .catch(null),
})

export type CaseRecord = Omit<OrderCase, 'readAtMs'> & {
  /** The sold line, where the platform names no order. */
  readonly transactionId: string | null
}

const returnTodos: Readonly<Record<string, string>> = {
  SELLER_APPROVE_REQUEST: 'Answer the return request',
  SELLER_ISSUE_REFUND: 'Refund the buyer',
  SELLER_MARK_AS_RECEIVED: 'Confirm that the return arrived',
  SELLER_PRINT_SHIPPING_LABEL: 'Send the buyer a return label',
  SELLER_PROVIDE_LABEL: 'Send the buyer a return label',
  SELLER_PROVIDE_RMA: 'Send the buyer a return number',
  SELLER_SEND_REPLACEMENT: 'Send the replacement',
}

const isClosed = (...words: readonly (string | null)[]): boolean => words.some((word) => /CLOSED/.test(word ?? ''))

const readReturn = (value: unknown): CaseRecord | undefined => {
  const read = returnSchema.safeParse(value).data
  if (read === undefined || read.returnId === null) return undefined
  const { creationInfo, sellerResponseDue: due } = read
  const isOpen = !isClosed(read.state, read.status)
  const activity = due?.activityDue ?? null
  const isSellers = isOpen && activity?.startsWith('SELLER') === true
  return {
    type: 'return',
    caseId: read.returnId,
    orderId: read.orderId,
    buyer: read.buyerLoginName,
    listingId: creationInfo?.item?.itemId ?? null,
    transactionId: creationInfo?.item?.transactionId ?? null,
    state: read.status ?? read.state,
    reason: creationInfo?.reason ?? null,
    isOpen,
    todo: isSellers ? (returnTodos[activity ?? ''] ?? 'Answer the return') : null,
    dueAtMs: isSellers ? (due?.respondByDate ?? null) : null,
    amount: read.sellerTotalRefund?.estimatedRefundAmount ?? read.sellerTotalRefund?.actualRefundAmount ?? null,
    openedAtMs: creationInfo?.creationDate ?? null,
  }
}

/** States of an inquiry in which the seller is asked. */
const sellersTurn: readonly string[] = ['OPEN', 'WAITING_SELLER_RESPONSE']

const readInquiry = (value: unknown): CaseRecord | undefined => {
  const read = inquirySchema.safeParse(value).data
  if (read === undefined || read.inquiryId === null) return undefined
  const state = read.inquiryStatusEnum
  const isOpen = !isClosed(state)
  const isSellers = isOpen && state !== null && sellersTurn.includes(state)
  return {
    type: 'inquiry',
    caseId: read.inquiryId,
    orderId: read.orderId,
    buyer: read.buyer,
    listingId: read.itemId,
    transactionId: read.transactionId,
    state,
    reason: null,
    isOpen,
    todo: isSellers ? 'Say where the parcel is, or refund the buyer' : null,
    dueAtMs: isSellers ? read.respondByDate : null,
    amount: read.claimAmount,
    openedAtMs: read.creationDate,
  }
}

const readCancellation = (value: unknown): CaseRecord | undefined => {
  const read = cancellationSchema.safeParse(value).data
  if (read === undefined || read.cancelId === null) return undefined
  const isOpen = !isClosed(read.cancelState, read.cancelStatus)
  const isSellers = isOpen && (read.cancelState === 'APPROVAL_PENDING' || read.cancelStatus === 'CANCEL_REQUESTED')
  return {
    type: 'cancellation',
    caseId: read.cancelId,
    orderId: read.legacyOrderId,
    buyer: read.buyerLoginName,
    listingId: read.lineItems?.[0]?.itemId ?? null,
    transactionId: read.lineItems?.[0]?.transactionId ?? null,
    state: read.cancelStatus ?? read.cancelState,
    reason: read.cancelReason,
    isOpen,
    todo: isSellers ? 'Accept or decline the cancellation' : null,
    dueAtMs: isSellers ? read.sellerResponseDueDate : null,
    amount: read.requestRefundAmount,
    openedAtMs: read.cancelRequestDate,
  }
}

const readers: Readonly<Record<CaseType, (value: unknown) => CaseRecord | undefined>> = {
  return: readReturn,
  inquiry: readInquiry,
  cancellation: readCancellation,
}

/** Undefined for what has no id. */
export const readCase = (type: CaseType, value: unknown): CaseRecord | undefined => readers[type](value)
