/** The files that carriers' own pages read: which columns, by which names (ORD-10). */

/** What a column can hold. */
export const carrierFields = [
  'order',
  'name',
  'company',
  'street1',
  'street2',
  'streetName',
  'houseNumber',
  'postalCode',
  'city',
  'state',
  'country',
  'countryCode',
  'countryCode3',
  'phone',
  'items',
  'skus',
  'pieces',
  'value',
  'currency',
  'empty',
] as const
export type CarrierField = (typeof carrierFields)[number]

export type CarrierColumn = { readonly header: string; readonly field: CarrierField }

export const MAX_CARRIER_COLUMNS = 40

export const carrierProfileIds = ['dhl', 'deutschePost', 'royalMail', 'pirateShip', 'own'] as const
export type CarrierProfileId = (typeof carrierProfileIds)[number]

type CarrierProfile = {
  readonly label: string
  readonly delimiter: ',' | ';'
  readonly columns: readonly CarrierColumn[]
}

const columns = (entries: Readonly<Record<string, CarrierField>>): readonly CarrierColumn[] =>
  Object.entries(entries).map(([header, field]) => ({ header, field }))

/**
 * Royal Mail names its fields at
 * https://help.parcel.royalmail.com/hc/en-gb/articles/360000250093-Order-Import-spreadsheet-field-specifications
 *
 * Pirate Ship and DHL let the seller assign columns by their headers.
 */
export const carrierProfiles: Readonly<Record<Exclude<CarrierProfileId, 'own'>, CarrierProfile>> = {
  dhl: {
    label: 'DHL',
    delimiter: ';',
    columns: columns({
      Sendungsreferenz: 'order',
      'Empfänger Name 1': 'name',
      'Empfänger Name 2 / Postnummer': 'company',
      'Empfänger Straße': 'streetName',
      'Empfänger Hausnummer': 'houseNumber',
      'Empfänger Adresszusatz': 'street2',
      'Empfänger PLZ': 'postalCode',
      'Empfänger Ort': 'city',
      'Empfänger Provinz': 'state',
      'Empfänger Land': 'countryCode3',
      'Empfänger Telefonnummer': 'phone',
    }),
  },
  deutschePost: {
    label: 'Deutsche Post',
    delimiter: ';',
    columns: columns({
      NAME: 'name',
      ZUSATZ: 'street2',
      STRASSE: 'streetName',
      NUMMER: 'houseNumber',
      PLZ: 'postalCode',
      STADT: 'city',
      LAND: 'countryCode3',
    }),
  },
  royalMail: {
    label: 'Royal Mail',
    delimiter: ',',
    columns: columns({
      'Order reference': 'order',
      'Full name': 'name',
      'Company name': 'company',
      'Address line 1': 'street1',
      'Address line 2': 'street2',
      City: 'city',
      County: 'state',
      Postcode: 'postalCode',
      Country: 'country',
      Phone: 'phone',
      'Product name': 'items',
      SKU: 'skus',
      Quantity: 'pieces',
      'Sub-total': 'value',
      'Currency code': 'currency',
    }),
  },
  pirateShip: {
    label: 'USPS through Pirate Ship',
    delimiter: ',',
    columns: columns({
      'Order ID': 'order',
      Name: 'name',
      Company: 'company',
      'Address 1': 'street1',
      'Address 2': 'street2',
      City: 'city',
      State: 'state',
      Zipcode: 'postalCode',
      Country: 'countryCode',
      Phone: 'phone',
      Items: 'items',
    }),
  },
}
