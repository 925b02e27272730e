import { limits } from './limits.ts'

/** Returns the cost of a gift card to the company: face value plus fee, rounded to whole cents. */
export function computeGiftCardCost(valueCents: number): {
  fee_cents: number
  charge_cents: number
} {
  const feeCents = Math.round(valueCents * limits.fee_share)
  return { fee_cents: feeCents, charge_cents: valueCents + feeCents }
}

/** Value of a point in the smallest unit of each currency: about ten US cents, rounded. */
const pointValueByCurrency: Record<string, number> = {
  BRL: 50,
  CZK: 200,
  DKK: 70,
  HUF: 4_000,
  INR: 1_000,
  JPY: 15,
  KZT: 5_000,
  MXN: 200,
  NOK: 100,
  PLN: 40,
  RON: 50,
  SEK: 100,
  TRY: 400,
  UAH: 400,
  ARS: 15_000,
  CLP: 100,
  COP: 40_000,
  PEN: 40,
  UYU: 400,
  ZAR: 200,
  ILS: 40,
  KRW: 150,
  THB: 350,
  PHP: 600,
  IDR: 160_000,
  AED: 40,
  CNY: 70,
  EGP: 500,
  GEL: 30,
  HKD: 80,
  ISK: 14,
  KES: 1_300,
  MAD: 100,
  MDL: 200,
  MYR: 40,
  NGN: 15_000,
  RSD: 1_000,
  SAR: 40,
  TWD: 300,
  VND: 2_500,
}
/** Returns the value of a point in the smallest unit of the currency. */
export const pointValue = (currency: string): number => pointValueByCurrency[currency] ?? 10
/**
 * Returns the suggested price of a gift card in points: 1 point for about 10 US cents, at least 1.
 */
export function proposedPrice(valueCents: number, currency: string): number {
  return Math.max(
    1,
    Math.min(limits.reward_price_max, Math.round(valueCents / pointValue(currency))),
  )
}

/**
 * Returns approximate US cents at the rounded rates above. Good enough for a spending limit, never
 * for a charge.
 */
export const toUsdCents = (cents: number, currency: string): number =>
  Math.ceil((cents * 10) / pointValue(currency))
