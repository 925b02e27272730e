const catalogProduct = (
  id: string,
  name: string,
  skus: { min: number; max: number }[],
  currency: string,
  countries: string[],
  category = 'merchant_card',
) => ({
  id,
  name,
  description: name,
  category,
  disclosure: '',
  skus,
  currency_codes: [currency],
  countries: countries.map((abbr) => ({ abbr })),
  images: [],
})
/** The products of the local gift card provider. */
export const catalog = [
  catalogProduct(
    'OKMHM2X2OHYV',
    'A bookshop',
    [
      { min: 10, max: 10 },
      { min: 25, max: 25 },
    ],
    'USD',
    ['US'],
  ),
  catalogProduct(
    'KV934TZ93NQM',
    'A prepaid card',
    [{ min: 5, max: 100 }],
    'USD',
    ['US', 'CA'],
    'visa_card',
  ),
  catalogProduct('ET0ZVETV5ILN', 'A charity', [{ min: 5, max: 100 }], 'USD', ['US'], 'charity'),
  catalogProduct('2XG0FLQXBDCZ', 'Ein Kaufhaus', [{ min: 10, max: 200 }], 'EUR', ['DE', 'AT']),
]
