/** Country codes of three letters (ISO 3166-1 alpha-3), which some carriers ask for. */

const pairs = `
  AD AND AE ARE AR ARG AT AUT AU AUS BA BIH BE BEL BG BGR BR BRA CA CAN CH CHE CL CHL CN CHN CO COL
  CY CYP CZ CZE DE DEU DK DNK EE EST ES ESP FI FIN FR FRA GB GBR GG GGY GI GIB GR GRC HK HKG HR HRV
  HU HUN ID IDN IE IRL IL ISR IM IMN IN IND IS ISL IT ITA JE JEY JP JPN KR KOR LI LIE LT LTU LU LUX
  LV LVA MC MCO MT MLT MX MEX MY MYS NL NLD NO NOR NZ NZL PH PHL PL POL PR PRI PT PRT RO ROU RS SRB
  SA SAU SE SWE SG SGP SI SVN SK SVK SM SMR TH THA TR TUR TW TWN UA UKR US USA VA VAT VN VNM ZA ZAF
`
  .trim()
  .split(/\s+/)

const codes: ReadonlyMap<string, string> = new Map(
  pairs.flatMap((code, index) => (index % 2 === 0 ? [[code, pairs[index + 1] ?? code]] : [])),
)

/** `DEU` for `DE`; the code itself if it isn't in the table. */
export const countryCode3 = (code: string): string => codes.get(code.toUpperCase()) ?? code
