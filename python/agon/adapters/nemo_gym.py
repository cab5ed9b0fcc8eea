"""NeMo Gym: a resources server for its gymnasium agent.

Rows hold the fields of ``agon.adapters.tasks`` beside ``responses_create_params``, which may offer the functions as
tools (``agon.Env.tools("responses")``). NeMo Gym's gymnasium agent passes observations on as text, so the worlds are
those with a text form, shown with ``observation="text"``. Written for nemo-gym 0.4.

    python -m agon.adapters.nemo_gym
"""

from __future__ import annotations

from typing import Any

from nemo_gym.openai_utils import NeMoGymResponse
from resources_servers.gymnasium import GymnasiumServer, extract_text

from agon.adapters.session import Session

__all__ = ["AgonServer"]


class AgonServer(GymnasiumServer):
    """Episodes by session."""

    async def reset(self, metadata: dict[str, Any], session_id: str | None = None) -> tuple[str | None, dict[str, Any]]:
        """Starts the episode of a row and gives the prompt with the first state."""
        await self.close_session(session_id)
        session = Session(metadata, observation="text")
        if session.has_pictures:
            session.close()
            raise ValueError("NeMo Gym's gymnasium agent takes text: give the row the setting observation='text'")
        self.session_state[session_id] = session
        [opening] = session.env.messages()
        return opening["content"], {}

    async def step(
        self, action: NeMoGymResponse, metadata: dict[str, Any], session_id: str | None = None
    ) -> tuple[str | None, float, bool, bool, dict[str, Any]]:
        """One step with the model's response: its function call, or the call in its text."""
        session = self.session_state.get(session_id)
        if session is None:
            raise ValueError("there is no episode in this session: call /reset first")
        calls = [item for item in action.output if item.type == "function_call"]
        reward = session.reply({"content": extract_text(action), "tool_calls": calls})
        info = {key: value for key, value in session.info.items() if value is not None}
        told = session.told()
        # The first call carries what came of it; a call without an output would be refused by the service.
        outputs = [told] + ["Not performed: one call a turn."] * len(calls)
        pairs = zip(calls, outputs, strict=False)
        info["tool_outputs"] = [{"call_id": call.call_id, "output": output} for call, output in pairs]
        return None if calls else told, reward, session.terminated, session.truncated, info

    async def close_session(self, session_id: str | None) -> None:
        """Frees the episode."""
        session = self.session_state.pop(session_id, None)
        if session is not None:
            session.close()


if __name__ == "__main__":
    AgonServer.run_webserver()
