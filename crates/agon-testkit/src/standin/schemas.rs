//! The forms of the four families.

use super::Family;
use super::schema::Shape::{Any, Bool, Either, Fields, Keyed, List, Map, Number, OneOf, Tagged, Text, Whole};
use super::schema::{Field, Shape, may, must};

pub(super) fn of(family: Family) -> &'static Shape {
    match family {
        Family::OpenAiChat => &CHAT,
        Family::OpenAiResponses => &RESPONSES,
        Family::Anthropic => &ANTHROPIC,
        Family::Gemini => &GEMINI,
    }
}

const TEXTS: Shape = List(&Text);
const DETAIL: Shape = OneOf(&["auto", "low", "high", "original"]);
/// Tools' names are sent back as they may be.
const EFFORT: Shape = OneOf(&["none", "minimal", "low", "medium", "high", "xhigh", "max"]);

// Chat completions.
const CHAT: Shape = Fields(&[
    must("model", &Text),
    must("messages", &List(&CHAT_MESSAGE)),
    may("temperature", &Number),
    may("top_p", &Number),
    may("max_tokens", &Whole),
    may("max_completion_tokens", &Whole),
    may("stop", &Either(&Text, &TEXTS)),
    may("seed", &Whole),
    // Mistral's name for it.
    may("random_seed", &Whole),
    may("reasoning_effort", &EFFORT),
    may("stream", &Bool),
    may("stream_options", &Fields(&[may("include_usage", &Bool), may("include_obfuscation", &Bool)])),
    may("tools", &List(&CHAT_TOOL)),
    may("tool_choice", &Any),
    may("parallel_tool_calls", &Bool),
    may("response_format", &Map),
    may("frequency_penalty", &Number),
    may("presence_penalty", &Number),
    may("logprobs", &Bool),
    may("n", &Whole),
    may("metadata", &Map),
    may("prompt_cache_key", &Text),
    may("service_tier", &Text),
    may("store", &Bool),
    may("user", &Text),
    may("verbosity", &Text),
]);
const CHAT_TOOL: Shape = Fields(&[
    must("type", &OneOf(&["function"])),
    must("function", &Fields(&[must("name", &Text), may("description", &Text), may("parameters", &Map), may("strict", &Bool)])),
]);
const CHAT_MESSAGE: Shape = Tagged(
    "role",
    &[
        ("system", &[must("role", &Text), must("content", &CHAT_TEXTS)]),
        ("developer", &[must("role", &Text), must("content", &CHAT_TEXTS)]),
        ("user", &[must("role", &Text), must("content", &CHAT_CONTENT), may("name", &Text)]),
        ("tool", &[must("role", &Text), must("content", &CHAT_TEXTS), must("tool_call_id", &Text)]),
        (
            "assistant",
            &[
                must("role", &Text),
                may("content", &CHAT_TEXTS),
                may("refusal", &Text),
                may("tool_calls", &List(&CHAT_CALL)),
                // DeepSeek's, OpenRouter's and Google's own.
                may("reasoning_content", &Text),
                may("reasoning_details", &List(&Map)),
                may("extra_content", &Map),
            ],
        ),
    ],
);
const CHAT_CALL: Shape = Fields(&[
    must("id", &Text),
    must("type", &OneOf(&["function"])),
    must("function", &Fields(&[must("name", &Text), must("arguments", &Text)])),
    may("extra_content", &Map),
]);
const CHAT_TEXTS: Shape = Either(&Text, &List(&Tagged("type", &[("text", &[must("type", &Text), must("text", &Text)])])));
const CHAT_CONTENT: Shape = Either(
    &Text,
    &List(&Tagged(
        "type",
        &[
            ("text", &[must("type", &Text), must("text", &Text)]),
            ("image_url", &[must("type", &Text), must("image_url", &Fields(&[must("url", &Text), may("detail", &DETAIL)]))]),
        ],
    )),
);

// Responses.
const RESPONSES: Shape = Fields(&[
    must("model", &Text),
    must("input", &Either(&Text, &List(&Either(&ITEM, &EASY_MESSAGE)))),
    may("instructions", &Text),
    may("tools", &List(&RESPONSES_TOOL)),
    may("temperature", &Number),
    may("top_p", &Number),
    may("max_output_tokens", &Whole),
    may("reasoning", &Fields(&[may("effort", &EFFORT), may("summary", &OneOf(&["auto", "concise", "detailed"]))])),
    may("include", &List(&OneOf(&["reasoning.encrypted_content", "computer_call_output.output.image_url"]))),
    may("store", &Bool),
    may("stream", &Bool),
    may("truncation", &OneOf(&["auto", "disabled"])),
    may("metadata", &Map),
    may("parallel_tool_calls", &Bool),
    may("previous_response_id", &Text),
    may("prompt_cache_key", &Text),
    may("service_tier", &Text),
    may("text", &Map),
    may("tool_choice", &Any),
    may("user", &Text),
]);
const EASY_MESSAGE: Shape = Fields(&[
    must("role", &OneOf(&["user", "assistant", "system", "developer"])),
    must("content", &Either(&Text, &List(&INPUT_CONTENT))),
    may("type", &OneOf(&["message"])),
]);
const INPUT_CONTENT: Shape = Tagged(
    "type",
    &[
        ("input_text", &[must("type", &Text), must("text", &Text)]),
        ("input_image", &[must("type", &Text), must("detail", &DETAIL), may("image_url", &Text), may("file_id", &Text)]),
    ],
);
const STATUS: Shape = OneOf(&["in_progress", "completed", "incomplete"]);
const CHECKS: Shape = List(&Fields(&[must("id", &Text), may("code", &Text), may("message", &Text)]));
const ITEM: Shape = Tagged(
    "type",
    &[
        (
            "function_call",
            &[
                must("type", &Text),
                must("call_id", &Text),
                must("name", &Text),
                must("arguments", &Text),
                may("id", &Text),
                may("status", &STATUS),
            ],
        ),
        (
            "function_call_output",
            &[
                must("type", &Text),
                must("call_id", &Text),
                must("output", &Either(&Text, &List(&INPUT_CONTENT))),
                may("id", &Text),
                may("status", &STATUS),
            ],
        ),
        (
            "computer_call",
            &[
                must("type", &Text),
                must("id", &Text),
                must("call_id", &Text),
                must("pending_safety_checks", &CHECKS),
                must("status", &STATUS),
                may("action", &Map),
                may("actions", &List(&Map)),
            ],
        ),
        (
            "computer_call_output",
            &[
                must("type", &Text),
                must("call_id", &Text),
                must("output", &Fields(&[must("type", &OneOf(&["computer_screenshot"])), must("image_url", &Text)])),
                may("acknowledged_safety_checks", &CHECKS),
                may("id", &Text),
                may("status", &STATUS),
            ],
        ),
        (
            "reasoning",
            &[
                must("type", &Text),
                must("id", &Text),
                must("summary", &List(&Fields(&[must("type", &OneOf(&["summary_text"])), must("text", &Text)]))),
                may("content", &List(&Map)),
                may("encrypted_content", &Text),
                may("status", &STATUS),
            ],
        ),
    ],
);
const RESPONSES_TOOL: Shape = Tagged(
    "type",
    &[
        (
            "function",
            &[
                must("type", &Text),
                must("name", &Text),
                must("parameters", &Map),
                must("strict", &Bool),
                may("description", &Text),
            ],
        ),
        ("computer", &[must("type", &Text)]),
        (
            "computer_use_preview",
            &[
                must("type", &Text),
                must("display_width", &Whole),
                must("display_height", &Whole),
                must("environment", &OneOf(&["windows", "mac", "linux", "ubuntu", "browser"])),
            ],
        ),
    ],
);

// Messages.
const CACHE: Shape = Fields(&[must("type", &OneOf(&["ephemeral"])), may("ttl", &OneOf(&["5m", "1h"]))]);
const ANTHROPIC: Shape = Fields(&[
    must("model", &Text),
    must("max_tokens", &Whole),
    must(
        "messages",
        &List(&Fields(&[must("role", &OneOf(&["user", "assistant"])), must("content", &Either(&Text, &List(&BLOCK)))])),
    ),
    may("system", &Either(&Text, &List(&Tagged("type", &[("text", TEXT_BLOCK)])))),
    may("tools", &List(&Either(&Fields(OWN_TOOL), &ANTHROPIC_TOOL))),
    may("tool_choice", &Map),
    may("temperature", &Number),
    may("top_p", &Number),
    may("top_k", &Whole),
    may("stop_sequences", &TEXTS),
    may(
        "thinking",
        &Tagged(
            "type",
            &[
                ("enabled", &[must("type", &Text), must("budget_tokens", &Whole), may("display", &Text)]),
                ("disabled", &[must("type", &Text)]),
                ("adaptive", &[must("type", &Text), may("display", &Text)]),
                ("between_tools", &[must("type", &Text)]),
            ],
        ),
    ),
    may("output_config", &Fields(&[may("effort", &OneOf(&["low", "medium", "high", "xhigh", "max"])), may("format", &Map)])),
    may("stream", &Bool),
    may("metadata", &Map),
    may("service_tier", &Text),
    may("speed", &Text),
    may("cache_control", &CACHE),
]);
const OWN_TOOL: &[Field] = &[
    must("name", &Text),
    must("input_schema", &Map),
    may("description", &Text),
    may("type", &OneOf(&["custom"])),
    may("cache_control", &CACHE),
    may("strict", &Bool),
];
const OLD_COMPUTER: &[Field] = &[
    must("type", &Text),
    must("name", &OneOf(&["computer"])),
    must("display_width_px", &Whole),
    must("display_height_px", &Whole),
    may("display_number", &Whole),
    may("enable_zoom", &Bool),
    may("cache_control", &CACHE),
];
const ANTHROPIC_TOOL: Shape = Tagged(
    "type",
    &[
        ("bash_20250124", &[must("type", &Text), must("name", &OneOf(&["bash"])), may("cache_control", &CACHE)]),
        ("computer_20250124", OLD_COMPUTER),
        ("computer_20251124", OLD_COMPUTER),
        ("computer_toolset_20260801", &[must("type", &Text), may("configs", &Map), may("cache_control", &CACHE)]),
    ],
);
const TEXT_BLOCK: &[Field] = &[must("type", &Text), must("text", &Text), may("cache_control", &CACHE), may("citations", &Any)];
const IMAGE_BLOCK: &[Field] = &[
    must("type", &Text),
    must(
        "source",
        &Fields(&[
            must("type", &OneOf(&["base64"])),
            must("media_type", &OneOf(&["image/png", "image/jpeg", "image/gif", "image/webp"])),
            must("data", &Text),
        ]),
    ),
    may("cache_control", &CACHE),
];
const BLOCK: Shape = Tagged(
    "type",
    &[
        ("text", TEXT_BLOCK),
        ("image", IMAGE_BLOCK),
        ("thinking", &[must("type", &Text), must("thinking", &Text), must("signature", &Text)]),
        ("redacted_thinking", &[must("type", &Text), must("data", &Text)]),
        (
            "tool_use",
            &[
                must("type", &Text),
                must("id", &Text),
                must("name", &Text),
                must("input", &Map),
                may("caller", &Map),
                may("toolset_name", &Text),
                may("cache_control", &CACHE),
            ],
        ),
        (
            "tool_result",
            &[
                must("type", &Text),
                must("tool_use_id", &Text),
                may("content", &Either(&Text, &List(&Tagged("type", &[("text", TEXT_BLOCK), ("image", IMAGE_BLOCK)])))),
                may("is_error", &Bool),
                may("toolset_name", &Text),
                may("cache_control", &CACHE),
            ],
        ),
    ],
);

// generateContent.
const GEMINI: Shape = Fields(&[
    must("contents", &List(&CONTENT)),
    may("systemInstruction", &CONTENT),
    may("tools", &List(&GEMINI_TOOL)),
    may("toolConfig", &Map),
    may("safetySettings", &List(&Map)),
    may("generationConfig", &GENERATION),
    may("cachedContent", &Text),
    may("labels", &Map),
]);
const CONTENT: Shape = Fields(&[may("role", &OneOf(&["user", "model"])), must("parts", &List(&PART))]);
const BLOB: Shape = Fields(&[must("mimeType", &Text), must("data", &Text)]);
const PART: Shape = Keyed(&[
    (
        "functionCall",
        &[
            must("functionCall", &Fields(&[must("name", &Text), may("args", &Map), may("id", &Text)])),
            may("thoughtSignature", &Text),
        ],
    ),
    (
        "functionResponse",
        &[must(
            "functionResponse",
            &Fields(&[
                must("name", &Text),
                must("response", &Map),
                may("id", &Text),
                may("parts", &List(&Fields(&[must("inlineData", &BLOB)]))),
            ]),
        )],
    ),
    ("inlineData", &[must("inlineData", &BLOB), may("mediaResolution", &Map)]),
    ("text", &[must("text", &Text), may("thought", &Bool), may("thoughtSignature", &Text)]),
]);
const GEMINI_TOOL: Shape = Keyed(&[
    (
        "computerUse",
        &[must(
            "computerUse",
            &Fields(&[
                must("environment", &OneOf(&["ENVIRONMENT_BROWSER", "ENVIRONMENT_MOBILE", "ENVIRONMENT_DESKTOP"])),
                may("excludedPredefinedFunctions", &TEXTS),
                may("enablePromptInjectionDetection", &Bool),
                may("disabledSafetyPolicies", &TEXTS),
            ]),
        )],
    ),
    (
        "functionDeclarations",
        &[must(
            "functionDeclarations",
            &List(&Fields(&[
                must("name", &Text),
                may("description", &Text),
                may("parameters", &Map),
                may("parametersJsonSchema", &Map),
            ])),
        )],
    ),
]);
const GENERATION: Shape = Fields(&[
    may("temperature", &Number),
    may("topP", &Number),
    may("topK", &Number),
    may("maxOutputTokens", &Whole),
    may("stopSequences", &TEXTS),
    may("seed", &Whole),
    may("candidateCount", &Whole),
    may("responseMimeType", &Text),
    may("mediaResolution", &Text),
    may(
        "thinkingConfig",
        &Fields(&[
            may("includeThoughts", &Bool),
            may("thinkingBudget", &Whole),
            may("thinkingLevel", &OneOf(&["minimal", "low", "medium", "high"])),
        ]),
    ),
]);
