import { startGoogle as startGoogleEndpoint } from '../../../contract/account/sign-in.ts';
import * as contract from '../../../contract/account/sign-up.ts';
import { bind } from '../../platform/http/bind.ts';
import { acceptTerms } from './consents.ts';
import { registerExternally } from './register-externally.ts';
import { register } from './register.ts';
import { signInWithGoogle, startGoogle } from './google.ts';

export const signupRoutes = [
  bind(contract.register, register),
  bind(contract.registerExternally, registerExternally),
  bind(contract.acceptTerms, acceptTerms),
  bind(startGoogleEndpoint, startGoogle),
  bind(contract.signInWithGoogle, signInWithGoogle),
  bind(contract.signInWithGoogleFromHome, signInWithGoogle),
];
