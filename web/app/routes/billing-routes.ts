import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { requirePayer } from '#web/app/guards.ts'
import { loadBillingScreens } from './load-screens.ts'
import { underShell } from './root.ts'
import { parseNextSearch, parseStringParams } from './search-params.ts'

const billingIndexRoute = createRoute({
  ...underShell('/settings/billing'),
  beforeLoad: async (route) => {
    const { workspace } = await requirePayer(route)
    throw redirect({
      to: workspace.billing_active ? '/settings/billing/overview' : '/settings/billing/trial',
    })
  },
})
const payerGuard = {
  beforeLoad: async (route: Parameters<typeof requirePayer>[0]) => {
    await requirePayer(route)
  },
}
const parseCheckoutReturnSearch = (search: Record<string, unknown>) => ({
  ...parseStringParams('card', 'subscription')(search),
  ...parseNextSearch(search),
})
const billingOverviewRoute = createRoute({
  ...underShell('/settings/billing/overview'),
  ...payerGuard,
  validateSearch: parseCheckoutReturnSearch,
  component: lazyRouteComponent(loadBillingScreens, 'BillingOverviewScreen'),
})
const billingHistoryRoute = createRoute({
  ...underShell('/settings/billing/history'),
  ...payerGuard,
  component: lazyRouteComponent(loadBillingScreens, 'BillingHistoryScreen'),
})
const billingDetailsRoute = createRoute({
  ...underShell('/settings/billing/details'),
  ...payerGuard,
  component: lazyRouteComponent(loadBillingScreens, 'BillingDetailsScreen'),
})
const billingPaymentMethodRoute = createRoute({
  ...underShell('/settings/billing/payment_method'),
  ...payerGuard,
  validateSearch: parseCheckoutReturnSearch,
  component: lazyRouteComponent(loadBillingScreens, 'PaymentMethodScreen'),
})
const billingTrialRoute = createRoute({
  ...underShell('/settings/billing/trial'),
  ...payerGuard,
  validateSearch: parseNextSearch,
  component: lazyRouteComponent(loadBillingScreens, 'TrialScreen'),
})

export const billingPages = [
  billingIndexRoute,
  billingOverviewRoute,
  billingHistoryRoute,
  billingDetailsRoute,
  billingPaymentMethodRoute,
  billingTrialRoute,
] as const
