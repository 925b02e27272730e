// The shop and its management come as one piece of code.
export { ShopScreen } from './screens/ShopScreen.tsx'
export { AllRewardsScreen, EditRewardScreen, NewRewardScreen, PurchasesScreen } from './screens/AdminScreens.tsx'
