/**
 * Countries of the euro. `currencyByCountry` lists the other currencies; an unknown country uses US
 * dollars.
 */
const euroCountries =
  'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'
const currencyByCountry: Record<string, string> = {
  AE: 'AED',
  AR: 'ARS',
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CL: 'CLP',
  CN: 'CNY',
  CO: 'COP',
  CZ: 'CZK',
  DK: 'DKK',
  EG: 'EGP',
  GB: 'GBP',
  GE: 'GEL',
  HK: 'HKD',
  HU: 'HUF',
  ID: 'IDR',
  IL: 'ILS',
  IN: 'INR',
  IS: 'ISK',
  JP: 'JPY',
  KE: 'KES',
  KR: 'KRW',
  KZ: 'KZT',
  LI: 'CHF',
  MA: 'MAD',
  MD: 'MDL',
  MX: 'MXN',
  MY: 'MYR',
  NG: 'NGN',
  NO: 'NOK',
  NZ: 'NZD',
  PE: 'PEN',
  PH: 'PHP',
  PL: 'PLN',
  RO: 'RON',
  RS: 'RSD',
  SA: 'SAR',
  SE: 'SEK',
  SG: 'SGD',
  TH: 'THB',
  TR: 'TRY',
  TW: 'TWD',
  UA: 'UAH',
  UY: 'UYU',
  VN: 'VND',
  ZA: 'ZAR',
}

/**
 * Returns the currency (ISO 4217) of every gift card of a country. Rewards and purchases store the
 * country and the value only.
 */
export function currencyOfCountry(country: string | null): string {
  if (country === null) return 'USD'
  return euroCountries.includes(country) ? 'EUR' : (currencyByCountry[country] ?? 'USD')
}
