import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { currencyOfCountry } from '#contract/currency.ts'
import { toMajorUnits, minorDigits, pointValue } from '#contract/money.ts'
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
const dayMs = 86_400_000
const soldCategories = new Set(['merchant_card', 'visa_card'])
/** What is offered of a card that takes any sum, in points of the price that is proposed for it. */
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
 * The values of one product in a currency's smallest unit: its fixed ones, and round ones where any
 * sum goes.
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
  answer: T,
  path: string,
  body?: object,
) => Promise<z.output<T> | null>
/**
 * One call. 404 answers null; what may be tried again is GiftCardUnavailable, any other refusal is
 * for good.
 */
function createRequester({ url, key }: TremendousSettings): TremendousRequest {
  return async (answer, path, body) => {
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
      throw new GiftCardUnavailable(`no answer: ${(error as Error).name}`)
    }
    const { status } = response
    if (status === 404) return null
    // A key that is not taken (401, 403) is the operator's to mend: the order itself was not looked
    // at.
    if (status >= 500 || [401, 403, 408, 409, 429].includes(status))
      throw new GiftCardUnavailable(`answered ${status}`)
    if (status >= 400) throw new GiftCardRefused(`answered ${status}`)
    try {
      return answer.parse(JSON.parse(text || '{}'))
    } catch {
      throw new GiftCardUnavailable(`answered ${status} with something else`)
    }
  }
}

/** All products, asked for once a day; yesterday's serve while today's are on their way. */
function createProductCache(
  ask: TremendousRequest,
  clock: Clock,
): () => Promise<TremendousProduct[]> {
  let kept: { products: TremendousProduct[]; at: number } | undefined
  let asking: Promise<TremendousProduct[]> | undefined
  const renew = () => {
    asking ??= ask(productsResponse, '/products')
      .then((answer) => {
        const products = (answer?.products ?? []).filter(
          (one) => soldCategories.has(one.category) && one.skus.length > 0,
        )
        kept = { products, at: clock.now().getTime() }
        return products
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  return () => {
    if (!kept) return renew()
    if (clock.now().getTime() - kept.at > dayMs) void renew().catch(() => {})
    return Promise.resolve(kept.products)
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

/** Gift cards of real shops, ordered over HTTP by our own name for each order (external_id). */
export function createTremendousProvider(
  settings: TremendousSettings,
  clock: Clock,
): GiftCardProvider {
  const ask = createRequester(settings)
  const products = createProductCache(ask, clock)

  async function listProductsIn(country: string): Promise<GiftCardProduct[]> {
    const currency = currencyOfCountry(country)
    return (await products())
      .filter(
        (one) =>
          one.currency_codes.includes(currency) &&
          one.countries.some(({ abbr }) => abbr === country),
      )
      .map((one) => ({
        id: one.id,
        name: one.name,
        country,
        currency,
        values_cents: listValues(one, currency),
      }))
      .filter((one) => one.values_cents.length > 0)
  }
  async function toPlacedOrder(order: TremendousOrder): Promise<PlacedOrder> {
    const [reward] = order.rewards
    const state = orderStates[order.status] ?? 'pending'
    const link =
      state === 'delivered' && reward
        ? (reward.delivery?.link ??
          (await ask(linkResponse, `/rewards/${encodeURIComponent(reward.id)}/generate_link`, {}))
            ?.reward.link ??
          null)
        : null
    return {
      order_ref: order.id,
      reward_ref: reward?.id ?? null,
      external_id: order.external_id ?? null,
      // Executed and without a link: not there yet.
      state: state === 'delivered' && !link ? 'pending' : state,
      delivery: deliveryStates[reward?.delivery?.status ?? ''] ?? 'none',
      claim_url: link,
    }
  }
  const request = ({
    external_id: externalId,
    product_id: productId,
    value_cents: valueCents,
    currency,
    recipient,
    team,
    language,
  }: GiftCardOrder) => ({
    external_id: externalId,
    payment: { funding_source_id: settings.funding },
    reward: {
      products: [productId],
      value: { denomination: toMajorUnits(valueCents, currency), currency_code: currency },
      recipient: { name: recipient.name, email: recipient.email },
      delivery: { method: 'LINK', meta: { sender_name: team } },
      language: language === 'ua' ? 'uk' : language,
    },
  })
  return {
    kind: 'tremendous',
    async listCountries() {
      const names = [
        ...new Set((await products()).flatMap((one) => one.countries.map(({ abbr }) => abbr))),
      ].filter((name) => /^[A-Z]{2}$/.test(name))
      const offered = await Promise.all(
        names.map(async (country) => ({
          country,
          currency: currencyOfCountry(country),
          any: (await listProductsIn(country)).length > 0,
        })),
      )
      return offered
        .filter((one) => one.any)
        .map(({ country, currency }) => ({ country, currency }))
    },
    listProducts: listProductsIn,
    async placeOrder(order) {
      const answer = await ask(orderResponse, '/orders', request(order))
      if (!answer) throw new GiftCardRefused('answered 404')
      return toPlacedOrder(answer.order)
    },
    async findOrder({ order }) {
      const answer = await ask(orderResponse, `/orders/${encodeURIComponent(order)}`)
      return answer ? toPlacedOrder(answer.order) : null
    },
    async findOrderByReward(rewardRef) {
      return (
        (await ask(rewardResponse, `/rewards/${encodeURIComponent(rewardRef)}`))?.reward.order_id ??
        null
      )
    },
    async resendReward(rewardRef, email) {
      if (
        !(await ask(z.object({}), `/rewards/${encodeURIComponent(rewardRef)}/resend`, {
          updated_email: email,
        }))
      )
        throw new GiftCardRefused('answered 404')
    },
  }
}

/**
 * Whether the provider signed these bytes: `sha256=<hex>` of their HMAC. Takes the same time
 * whatever is wrong.
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
