// The management of rewards comes as one piece of code.
export { AllRewardsScreen, EditRewardScreen, NewRewardScreen, PurchasesScreen } from './screens/AdminScreens.tsx'
