/** The address of the packing desk: `#/orders/~pack`, or `#/orders/~pack/{key}` to open it at a parcel. */

/** The path segment of the packing desk. */
export const DESK_PATH = '~pack'

/** `key`: the parcel to open (`Parcel.key`); without it the first one that isn't packed. */
export const deskLocation = (key?: string) =>
  ({ screen: 'orders', path: key === undefined ? [DESK_PATH] : [DESK_PATH, key] }) as const
