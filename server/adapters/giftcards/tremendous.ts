import { dayMs } from '#contract/durations.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { currencyOfCountry } from '#contract/currency.ts'
import { pointValue } from '#contract/gift-card-prices.ts'
import { toMajorUnits, minorDigits } from '#contract/money.ts'
import type { GiftCardProduct } from '#contract/schemas/rewards.ts'
import type { Clock } from '#server/platform/clock.ts'
import {
  type GiftCardOrder,
  GiftCardRefused,
  type GiftCardProvider,
  GiftCardUnavailable,
  type PlacedOrder,
  type TremendousSettings,
} from './gift-card-provider.ts'

const timeoutMs = 8_000
const soldCategories = new Set(['merchant_card', 'visa_card'])
/** Offered values of a card with free choice of amount, in points of the suggested price. */
const openValuePoints = [50, 100, 150, 200, 250, 300, 500, 750, 1_000, 1_500, 2_000, 2_500, 5_000]

const productsResponse = z.object({
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      category: z.string(),
      skus: z.array(z.object({ min: z.number(), max: z.number() })).default([]),
      currency_codes: z.array(z.string()),
      countries: z.array(z.object({ abbr: z.string() })),
    }),
  ),
})
type TremendousProduct = z.output<typeof productsResponse>['products'][number]
const orderResponse = z.object({
  order: z.object({
    id: z.string(),
    external_id: z.string().nullish(),
    status: z.string(),
    rewards: z
      .array(
        z.object({
          id: z.string(),
          delivery: z
            .object({ status: z.string().optional(), link: z.string().optional() })
            .optional(),
        }),
      )
      .default([]),
  }),
})
type TremendousOrder = z.output<typeof orderResponse>['order']
const rewardResponse = z.object({ reward: z.object({ order_id: z.string().optional() }) })
const linkResponse = z.object({ reward: z.object({ link: z.url({ protocol: /^https?$/ }) }) })

/**
 * Returns the values of a product in the currency's smallest unit: fixed values, and round ones for
 * a free choice of amount.
 */
function listValues({ skus }: TremendousProduct, currency: string): number[] {
  const minor = (major: number) => Math.round(major * 10 ** minorDigits(currency))
  const all = skus.flatMap(({ min, max }) =>
    min === max
      ? [minor(min)]
      : openValuePoints
          .map((points) => points * pointValue(currency))
          .filter((value) => value >= minor(min) && value <= minor(max)),
  )
  return [...new Set(all)].sort((a, b) => a - b)
}

type TremendousRequest = <T extends z.ZodType>(
  schema: T,
  path: string,
  body?: object,
) => Promise<z.output<T> | null>
/**
 * Creates a function for API calls. It returns null for 404, and throws GiftCardUnavailable for
 * retryable errors and GiftCardRefused for permanent ones.
 */
function createRequester({ url, key }: TremendousSettings): TremendousRequest {
  return async (schema, path, body) => {
    let response: Response
    let text: string
    try {
      response = await fetch(url + path, {
        method: body ? 'POST' : 'GET',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      text = await response.text()
    } catch (error) {
      throw new GiftCardUnavailable(`no response: ${(error as Error).name}`)
    }
    const { status } = response
    if (status === 404) return null
    // 401 and 403 mean a wrong API key: the operator must fix it, and the order may still succeed.
    if (status >= 500 || [401, 403, 408, 409, 429].includes(status))
      throw new GiftCardUnavailable(`status ${status}`)
    if (status >= 400) throw new GiftCardRefused(`status ${status}`)
    try {
      return schema.parse(JSON.parse(text || '{}'))
    } catch {
      throw new GiftCardUnavailable(`status ${status} with an unexpected body`)
    }
  }
}

/** Caches all products for a day. A stale list is served while it refreshes. */
function createProductCache(
  call: TremendousRequest,
  clock: Clock,
): () => Promise<TremendousProduct[]> {
  let cached: { products: TremendousProduct[]; at: number } | undefined
  let request: Promise<TremendousProduct[]> | undefined
  const refresh = () => {
    request ??= call(productsResponse, '/products')
      .then((response) => {
        const products = (response?.products ?? []).filter(
          (product) => soldCategories.has(product.category) && product.skus.length > 0,
        )
        cached = { products, at: clock.now().getTime() }
        return products
      })
      .finally(() => {
        request = undefined
      })
    return request
  }
  return () => {
    if (!cached) return refresh()
    if (clock.now().getTime() - cached.at > dayMs) void refresh().catch(() => {})
    return Promise.resolve(cached.products)
  }
}

const orderStates: Record<string, PlacedOrder['state']> = {
  EXECUTED: 'delivered',
  FAILED: 'failed',
  CANCELED: 'failed',
}
const deliveryStates: Record<string, PlacedOrder['delivery']> = {
  SUCCEEDED: 'delivered',
  FAILED: 'failed',
}

/** Returns the products of a country, in its currency. */
function listProductsIn(products: TremendousProduct[], country: string): GiftCardProduct[] {
  const currency = currencyOfCountry(country)
  return products
    .filter(
      (product) =>
        product.currency_codes.includes(currency) &&
        product.countries.some(({ abbr }) => abbr === country),
    )
    .map((product) => ({
      id: product.id,
      name: product.name,
      country,
      currency,
      values_cents: listValues(product, currency),
    }))
    .filter((product) => product.values_cents.length > 0)
}

function listCountriesOf(products: TremendousProduct[]): { country: string; currency: string }[] {
  const countries = new Set(
    products.flatMap((product) => product.countries.map(({ abbr }) => abbr)),
  )
  return [...countries]
    .filter((country) => /^[A-Z]{2}$/.test(country))
    .filter((country) => listProductsIn(products, country).length > 0)
    .map((country) => ({ country, currency: currencyOfCountry(country) }))
}

const toOrderRequest = (
  {
    external_id: externalId,
    product_id: productId,
    value_cents: valueCents,
    currency,
    recipient,
    team,
    language,
  }: GiftCardOrder,
  fundingSourceId: string,
) => ({
  external_id: externalId,
  payment: { funding_source_id: fundingSourceId },
  reward: {
    products: [productId],
    value: { denomination: toMajorUnits(valueCents, currency), currency_code: currency },
    recipient: { name: recipient.name, email: recipient.email },
    delivery: { method: 'LINK', meta: { sender_name: team } },
    language: language === 'ua' ? 'uk' : language,
  },
})

/** Returns an order in our shape. Fetches the link of a delivered card if the order lacks it. */
async function toPlacedOrder(
  call: TremendousRequest,
  order: TremendousOrder,
): Promise<PlacedOrder> {
  const [reward] = order.rewards
  const state = orderStates[order.status] ?? 'pending'
  const link =
    state === 'delivered' && reward
      ? (reward.delivery?.link ??
        (await call(linkResponse, `/rewards/${encodeURIComponent(reward.id)}/generate_link`, {}))
          ?.reward.link ??
        null)
      : null
  return {
    order_ref: order.id,
    reward_ref: reward?.id ?? null,
    external_id: order.external_id ?? null,
    // An executed order without a link is not available yet.
    state: state === 'delivered' && !link ? 'pending' : state,
    delivery: deliveryStates[reward?.delivery?.status ?? ''] ?? 'none',
    claim_url: link,
  }
}

/** Creates the gift card provider for Tremendous. Every order uses our own id (external_id). */
export function createTremendousProvider(
  settings: TremendousSettings,
  clock: Clock,
): GiftCardProvider {
  const call = createRequester(settings)
  const loadProducts = createProductCache(call, clock)
  return {
    kind: 'tremendous',
    listCountries: async () => listCountriesOf(await loadProducts()),
    listProducts: async (country) => listProductsIn(await loadProducts(), country),
    async placeOrder(order) {
      const request = toOrderRequest(order, settings.funding)
      const response = await call(orderResponse, '/orders', request)
      if (!response) throw new GiftCardRefused('status 404')
      return toPlacedOrder(call, response.order)
    },
    async findOrder({ order }) {
      const response = await call(orderResponse, `/orders/${encodeURIComponent(order)}`)
      return response ? toPlacedOrder(call, response.order) : null
    },
    async findOrderByReward(rewardRef) {
      const response = await call(rewardResponse, `/rewards/${encodeURIComponent(rewardRef)}`)
      return response?.reward.order_id ?? null
    },
    async resendReward(rewardRef, email) {
      const path = `/rewards/${encodeURIComponent(rewardRef)}/resend`
      const response = await call(z.object({}), path, { updated_email: email })
      if (!response) throw new GiftCardRefused('status 404')
    },
  }
}

/**
 * Returns whether the provider signed these bytes with `sha256=<hex>` of their HMAC. Compares in
 * constant time.
 */
export function hasTremendousSignature(
  raw: Buffer,
  header: string | undefined,
  key: string,
): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', key).update(raw).digest('hex')}`)
  const given = Buffer.from(header ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
