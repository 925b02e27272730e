import { z } from 'zod'
import type { Route } from './route.ts'
import { limits } from '#contract/limits.ts'
import { priceFactor, priceFactorsInput } from '#contract/schemas/price-factors.ts'

const factorQueries = ['price_factors', 'shop', 'leavers', 'audit'] as const

export const priceFactorsRoutes = {
  'price_factors.list': {
    method: 'GET',
    path: '/price-factors',
    summary: 'List the factors of prices by country',
    access: 'manage_finance',
    compressed: true,
    output: z.array(priceFactor),
    errors: [],
  },
  'price_factors.replace': {
    method: 'PUT',
    path: '/price-factors',
    summary: 'Replace the factors of prices of all countries',
    access: 'manage_finance',
    body: priceFactorsInput,
    output: z.array(priceFactor),
    affects: factorQueries,
    errors: ['wrong_format', 'out_of_range', 'not_unique'],
  },
  'price_factors.import': {
    method: 'POST',
    path: '/price-factors/import',
    summary: 'Replace the factors by those of a table (CSV or XLSX) with country and factor',
    access: 'manage_finance',
    multipart: true,
    fileBytesMax: limits.price_factors_bytes_max,
    output: z.array(priceFactor),
    affects: factorQueries,
    errors: [
      'file_too_large',
      'file_unreadable',
      'out_of_range',
      'line_country',
      'line_factor',
      'line_repeated',
    ],
  },
} as const satisfies Record<string, Route>
