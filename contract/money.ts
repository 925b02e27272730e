import { limits } from './limits.ts'

const digitsByCurrency = new Map<string, number>()
/**
 * Digits after the point: 2 for dollars, 0 for yen. Amounts are whole numbers of the smallest unit.
 */
export function minorDigits(currency: string): number {
  const known =
    digitsByCurrency.get(currency) ??
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits ??
    2
  digitsByCurrency.set(currency, known)
  return known
}
export const toMajorUnits = (cents: number, currency: string): number =>
  cents / 10 ** minorDigits(currency)

/** What a gift card costs the company: its face value and the fee, rounded to whole cents. */
export function computeGiftCardCost(valueCents: number): {
  fee_cents: number
  charge_cents: number
} {
  const feeCents = Math.round(valueCents * limits.fee_share)
  return { fee_cents: feeCents, charge_cents: valueCents + feeCents }
}

/**
 * What a point is worth in the smallest unit of a currency: about ten US cents, in a round number.
 */
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
/** What one point stands for, in the smallest unit of the currency. */
export const pointValue = (currency: string): number => pointValueByCurrency[currency] ?? 10
/**
 * The price that is proposed for a gift card, in points: 1 point for about 10 US cents, and at
 * least 1.
 */
export function proposedPrice(valueCents: number, currency: string): number {
  return Math.max(
    1,
    Math.min(limits.reward_price_max, Math.round(valueCents / pointValue(currency))),
  )
}

/**
 * About so many cents of US dollars, by the round rates above: good enough for a ceiling, never for
 * a charge.
 */
export const toUsdCents = (cents: number, currency: string): number =>
  Math.ceil((cents * 10) / pointValue(currency))
