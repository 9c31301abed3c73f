/** Where the packing desk is: `#/orders/~pack`, and with the key of a parcel that parcel on it. */

/** The path segment of the packing desk. */
export const DESK_PATH = '~pack'

/** `key`: the parcel to open (`Parcel.key`); without it the first one that isn't packed. */
export const deskLocation = (key?: string) =>
  ({ screen: 'orders', path: key === undefined ? [DESK_PATH] : [DESK_PATH, key] }) as const
